/** Test support: a person's answers, files and errors. */
import { ApiError } from "#/api/error";
import type { ErrorCode, ProfileDraft } from "#/core/core";

/** A text with the shape of a LINE user id. */
export const userId = `U${"0123456789abcdef".repeat(2)}`;

/** Every required answer except photos. */
export const completeDraft: ProfileDraft = {
  nickname: "小明",
  name: "王小明",
  gender: "MALE",
  matchGender: "FEMALE",
  occupationType: "ENGINEERING",
  occupation: "Engineer",
  height: "175",
  incomeRange: "FROM_100_TO_150",
  birthday: "1992-04-05",
  education: "MASTER",
  marriageRecord: false,
  hasChildren: false,
  smoke: false,
  tattoo: false,
  drink: true,
  aboutMe: "I like long walks and short meetings.",
  fertilityPlanTagIds: [501],
  city: "TW-TPE",
  verifyMethod: "LINK",
  reviewLink: "https://www.example.com/in/me",
};

/** Makes a file as a person photos it. */
export function pictureFile(name = "me.png"): File {
  return new File([`bytes of ${name}`], name, { type: "image/png" });
}

/** Makes a file name of the server's shape. */
export function uploadName(digit: string, extension = "png"): string {
  return `${digit.repeat(32)}.${extension}`;
}

/** Returns an error answer of our server. */
export function apiError(code: ErrorCode, fields: readonly object[] = [], waitMs = 0): ApiError {
  return new ApiError(400, code, "cause", fields as ApiError["fields"], waitMs || null);
}
