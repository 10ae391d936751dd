import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { MyInfo } from "#/api/account";
import { ApiError, NetworkError } from "#/api/error";
import { heading } from "#/features/registration/registration-form.testing";
import { loadPhotos } from "#/profile-form/files/photo-storage";
import { completeDraft, userId } from "#/profile-form/made-up.testing";
import { type WorkEmailPorts, WorkEmailStore } from "#/profile-form/work-email/work-email-store";
import { displaceOthers } from "#/storage/delete-records";
import { defineText, hasRecord } from "#/storage/records";
import { writeRecord } from "#/storage/storage.testing";
import {
  aboutMeBox,
  asked,
  askedAboutMe,
  fetchInfo,
  fetchPhoto,
  findKnownInfo,
  isSent,
  onChanged,
  open,
  photoNames,
  press,
  render,
  resubmit,
  setScreen,
  typeAboutMe,
  uploads,
} from "./resubmission-screen.testing";

vi.mock(import("#/logos/preload"), () => ({ preloadLogos: async () => true }));

setScreen();

const photos = asked(["photoNameList"], [{ path: "photoNameList[1]", code: "unclear", note: "" }]);

const workEmail: WorkEmailPorts = {
  sendCode: async () => undefined,
  confirm: async () => ({ employerId: "google", expiresAt: "2999-01-01T00:00:00Z" }),
};

it("asks for what the reviewer asks for, and nothing else, with the remark beside it", async () => {
  await open(askedAboutMe);
  expect(heading()).toBe("About you");
  expect(screen.getAllByRole("textbox")).toEqual([aboutMeBox()]);
  expect(aboutMeBox().value).toBe(completeDraft.aboutMe);
  const described = aboutMeBox().getAttribute("aria-describedby") ?? "";
  const words = described.split(" ").map((id) => document.getElementById(id)?.textContent);
  expect(words).toContain("Reviewer: Tell us a little more.");
});

it.each([
  ["incomplete", "Tell us more.", "Reviewer: Something is missing here. Tell us more."],
  ["too_short", "Tell us more.", "Reviewer: Tell us more."],
  ["too_short", "", "The reviewer asks you to answer this again."],
])(
  "says what the code %s means, if it knows it, and then the note %j",
  async (code, note, words) => {
    await open(asked(["aboutMe"], [{ path: "aboutMe", code, note }]));
    expect(screen.getByText(words)).toBeDefined();
  },
);

it("keeps the answers over a reload", async () => {
  await open(askedAboutMe);
  typeAboutMe("I like long walks, and I write letters.");
  await press("Continue");
  cleanup();
  await open(askedAboutMe);
  expect(heading()).toBe("Check your answers");
  expect(screen.getByText("I like long walks, and I write letters.")).toBeDefined();
});

it("starts anew when the reviewer asks for something else", async () => {
  await open(askedAboutMe);
  typeAboutMe("I like long walks, and I write letters.");
  await press("Continue");
  cleanup();
  const again = [{ path: "aboutMe", code: "too_short", note: "Still too short." }];
  await open(asked(["aboutMe"], again));
  expect(aboutMeBox().value).toBe(completeDraft.aboutMe);
});

it("shows the photos that are there, and does not send their bytes again", async () => {
  await open(photos);
  expect(heading()).toBe("Photos");
  expect(screen.getByText("Reviewer: This isn’t clear enough for us to check.")).toBeDefined();
  expect(fetchPhoto.mock.calls.map(([url]) => url)).toEqual(["/one", "/two"]);
  cleanup();
  await open(photos);
  expect(fetchPhoto).toHaveBeenCalledTimes(2);
  await press("Remove photo 1");
  await press("Continue");
  await press("Send for review");
  await isSent();
  expect(resubmit.mock.calls[0]?.[0]).toEqual({ photoNameList: [photoNames[1]] });
  expect(uploads).not.toContain("upload photo");
});

it("takes an employer that was never given for no answer", async () => {
  await open(asked(["verifyMethod", "employerId", "reviewLink"], []));
  expect(screen.getByRole("button", { name: /^Employer.*Choose/ })).toBeDefined();
});

const proof = [
  "verifyMethod",
  "employerId",
  "reviewLink",
  "verifyTempFileName",
  "verifyDescription",
];
/** Someone who registered with a mailbox, which this device has forgotten since. */
function provenByMail(info: MyInfo): MyInfo {
  const profile = { ...info.profile, verifyMethod: "WORK_EMAIL", employerId: "google" };
  return { ...info, profile, reviewStatus: "NEEDS_INFO" } as MyInfo;
}

it.each([
  ["where codes can be sent", workEmail],
  ["where no mail can be sent any more", null],
])("lets whoever registered by work e-mail answer about anything else %s", async (_, mail) => {
  await open(provenByMail(askedAboutMe), mail);
  typeAboutMe("I like long walks, and I cook for friends every Sunday.");
  await press("Continue");
  await press("Send for review");
  await isSent();
  expect(resubmit.mock.calls[0]?.[0]).toEqual({
    aboutMe: "I like long walks, and I cook for friends every Sunday.",
  });
});

it("reads the mailbox that another window confirmed before this one opened the form", async () => {
  const info = asked(["aboutMe", ...proof], []);
  const other = new WorkEmailStore(userId, workEmail);
  other.setEmail("me@google.com");
  await other.sendCode("google");
  await other.confirm("123456");
  await open(provenByMail(info), workEmail);
  await press("Continue");
  expect(screen.getByText("Confirmed at Google").parentElement?.textContent).toContain(
    "me@google.com",
  );
});

it("takes the mailbox that proved the profile for confirmed, where the proof itself is asked for", async () => {
  await open(provenByMail(asked(proof, [])), workEmail);
  expect(screen.getByText("Confirmed at Google")).toBeDefined();
  fireEvent.change(screen.getByRole("textbox", { name: /^Anything our reviewers/ }), {
    target: { value: "Third floor" },
  });
  await press("Continue");
  await press("Send for review");
  await isSent();
  expect(resubmit.mock.calls[0]?.[0]).toMatchObject({
    verifyMethod: "WORK_EMAIL",
    employerId: "google",
    verifyDescription: "Third floor",
  });
});

it("asks for a code where the proof is asked for and a mailbox proves it for the first time", async () => {
  const info = asked(proof, []);
  await open({ ...info, profile: { ...info.profile, employerId: "google" } } as MyInfo, workEmail);
  fireEvent.click(screen.getByRole("radio", { name: /^Work email/ }));
  expect(screen.queryByText("Confirmed at Google")).toBeNull();
  await press("Continue");
  expect(heading()).toBe("Verification");
  expect(screen.getAllByText("Confirm your work email first")).toHaveLength(2);
});

it("stores no mailbox when the server answers after the person left the form", async () => {
  let answer = () => undefined as unknown;
  const sendCode = () => new Promise<void>((resolve) => (answer = () => resolve()));
  const info = asked(proof, []);
  const profile = { ...info.profile, employerId: "google" };
  await open({ ...info, profile } as MyInfo, { ...workEmail, sendCode });
  fireEvent.click(screen.getByRole("radio", { name: /^Work email/ }));
  const email = await screen.findByLabelText("Work email address");
  fireEvent.change(email, { target: { value: "me@google.com" } });
  await press("Send code");
  cleanup();
  defineText("workEmail").remove(userId);
  await act(async () => void answer());
  expect(hasRecord(userId, "workEmail")).toBe(false);
});

it("says so when the photos cannot be had, and tries again", async () => {
  fetchPhoto.mockRejectedValueOnce(new NetworkError("no photo"));
  await open(photos);
  expect(screen.getByRole("alert").textContent).toContain("couldn’t load the form");
  await press("Try again");
  await screen.findByRole("button", { name: "Remove photo 2" });
});

it("opens in a tunnel with what was asked before, and with what was answered", async () => {
  findKnownInfo.mockResolvedValue(askedAboutMe);
  await open(askedAboutMe);
  typeAboutMe("I like long walks, and I write letters.");
  await press("Continue");
  cleanup();
  fetchInfo.mockRejectedValue(new NetworkError("no answer"));
  await open(null);
  expect(screen.getByText("I like long walks, and I write letters.")).toBeDefined();
});

it.each([
  ["nothing was asked when it was known last", new NetworkError("no answer"), "PENDING"],
  ["the server has an answer", new ApiError(401, "E001A", "", []), "NEEDS_INFO"],
] as const)("opens with nothing from memory where %s", async (_, failure, reviewStatus) => {
  findKnownInfo.mockResolvedValue({ ...askedAboutMe, reviewStatus });
  fetchInfo.mockRejectedValue(failure);
  await open(null);
  expect(screen.getByRole("button", { name: "Try again" })).toBeDefined();
});

it("is there again after someone else began a registration on the same device", async () => {
  await open(photos);
  await screen.findByRole("img", { name: "Photo 2" });
  cleanup();
  const other = `U${"f".repeat(32)}`;
  await displaceOthers(other);
  await loadPhotos(other, 6);
  defineText("draft").write(other, "小華");
  writeRecord(other, "photos", { slots: [], document: [], ageProof: [], nTries: {} });
  fetchPhoto.mockReset().mockRejectedValue(new NetworkError("no answer"));
  await open(photos);
  expect(await screen.findByRole("img", { name: "Photo 2" })).toBeDefined();
  cleanup();
  expect(hasRecord(other, "draft")).toBe(true);
});

it("does not open where nobody asks any more", async () => {
  fetchInfo.mockResolvedValue({ ...askedAboutMe, reviewStatus: "PENDING" });
  render(null);
  await waitFor(() => expect(onChanged).toHaveBeenCalledOnce());
});
