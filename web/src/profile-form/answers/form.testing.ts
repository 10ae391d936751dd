/** Test support for the form: a complete draft, files, and a store over the real core. */
import { ApiError } from "#/api/error";
import type { Core, ErrorCode, ProfileDraft } from "#/core/core";
import { loadForm, saveForm, savePage } from "#/features/registration/draft/draft-repository";
import { sleep } from "#/lib/sleep";
import { emptyPhotoList } from "#/profile-form/files/photo-list";
import { PhotoStore } from "#/profile-form/files/photo-store";
import type { SendPorts } from "#/profile-form/send-form";
import { type AnswersRepository, AnswersStore, type AnswersWithFiles } from "./answers-store";
import { type FormScope, wholeScope } from "./page-table";

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

/** Stores the draft directly. */
export const plainRepository: AnswersRepository = {
  saveForm: (draft) => saveForm(userId, { draft, idempotencyKey: "a key", consent: null }),
  savePage: (page) => savePage(userId, page),
  isDurable: true,
};

/** Returns a store with these answers and this number of photos. */
export async function storeWith(
  core: Core,
  draft: ProfileDraft,
  photos = 1,
  repository: AnswersRepository = plainRepository,
  scope: FormScope = wholeScope,
): Promise<AnswersWithFiles> {
  // The files of tests are no pictures.
  const files = new PhotoStore(userId, emptyPhotoList(6), async (file) => ({ picture: file }));
  const store = new AnswersStore(core, loadForm(core, userId), { repository, scope, files });
  for (const [name, value] of Object.entries(draft)) {
    store.setField(name as keyof ProfileDraft, value as never);
  }
  const picked = Array.from({ length: photos }, (_, index) => pictureFile(`${index}.png`));
  await files.addPhotos(0, picked);
  return store;
}

/** The calls of a form that an outbox sends, or a single attempt. */
interface WorkingPorts extends Omit<SendPorts, "send"> {
  send(payload: object): Promise<unknown>;
  isStillNeeded(): Promise<boolean>;
}

/** Ports that succeed at once; a test replaces those that it is about. */
export function workingPorts(calls: string[] = []): WorkingPorts {
  let uploads = 0;
  return {
    requestToken: async () => void calls.push("ticket"),
    uploadTempFile: async (_file, purpose, onProgress) => {
      calls.push(`upload ${purpose}`);
      onProgress(1);
      uploads += 1;
      return { fileName: uploadName(uploads.toString(16)) };
    },
    send: async () => void calls.push("create"),
    readFile: async () => new Blob(["bytes"], { type: "image/png" }),
    isStillNeeded: async () => {
      calls.push("status");
      return false;
    },
    // The wait of 500 ms before the form is sent is skipped; the waits between retries are real.
    wait: async (ms, signal) => {
      calls.push(`wait ${ms}`);
      if (ms !== 500) await sleep(ms, signal);
    },
  };
}

/** Returns an error answer of our server. */
export function apiError(code: ErrorCode, fields: readonly object[] = [], waitMs = 0): ApiError {
  return new ApiError(400, code, "cause", fields as ApiError["fields"], waitMs || null);
}
