import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import {
  act,
  cleanup,
  fireEvent,
  render as renderNode,
  screen,
  waitFor,
  within,
} from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import type { MyInfo } from "../../../api/account";
import { ApiError, NetworkError } from "../../../api/error";
import { activate, loadNamespaces } from "../../../i18n/load";
import { displaceOthers } from "../../../storage/delete-records";
import { readProfile, writeProfile } from "../../../storage/profile-cache";
import { defineText, hasRecord } from "../../../storage/records";
import { writeRecord } from "../../../storage/storage.testing";
import { completeDraft, uploadName, userId, workingPorts } from "../form/testing";
import type { FormPlace } from "../frame/registration-form";
import { loadPhotos } from "../photos/photo-storage";
import { type WorkEmailPorts, WorkEmailStore } from "../work-email/work-email-store";
import type { ResubmissionPorts } from "./resubmission";
import { ResubmissionScreen } from "./resubmission-screen";

vi.mock(import("../../../storage/profile-cache"));
vi.mock(import("../../../logos/preload"), () => ({ preloadLogos: async () => true }));

const onDone = vi.fn(async () => undefined);
const onChanged = vi.fn(async () => undefined);
const onLogin = vi.fn();
const openSession = vi.fn<ResubmissionPorts["openSession"]>();
const resubmit = vi.fn<ResubmissionPorts["resubmit"]>();
const fetchInfo = vi.fn<ResubmissionPorts["fetchInfo"]>();
const fetchPhoto = vi.fn<ResubmissionPorts["fetchPhoto"]>();
const uploads: string[] = [];

beforeAll(async () => {
  await activate("en");
  await loadNamespaces("register", "vocabulary", "errors");
});
beforeEach(() => {
  window.localStorage.clear();
  uploads.length = 0;
  for (const mock of [onDone, onChanged, onLogin, openSession]) mock.mockReset();
  resubmit.mockReset().mockResolvedValue(undefined);
  fetchInfo.mockReset();
  vi.mocked(readProfile).mockReset().mockResolvedValue(null);
  fetchPhoto.mockReset().mockResolvedValue(new Blob(["bytes"], { type: "image/png" }));
});
afterEach(cleanup);

const first = uploadName("a");
const second = uploadName("b");
const photo = (url: string) => ({ fileId: url, url, thumbhash: "", width: 3, height: 4 });

function asked(fields: string[], reasons: MyInfo["review"]["reasons"]): MyInfo {
  const { nickname } = completeDraft;
  return {
    userId,
    nickname,
    reviewStatus: "NEEDS_INFO",
    avatar: null,
    profile: {
      ...completeDraft,
      height: 175,
      school: "",
      employerId: "",
      photoNameList: [first, second],
      verifyTempFileName: "",
      valueItem: [],
    },
    photos: [photo("/one"), photo("/two")],
    review: { reasons, askedFields: fields },
  } as unknown as MyInfo;
}
const aboutMe = asked(
  ["aboutMe"],
  [{ path: "aboutMe", code: "too_short", note: "Tell us a little more." }],
);
const photos = asked(["photoNameList"], [{ path: "photoNameList[1]", code: "unclear", note: "" }]);

/** Changes the page as the browser's Back does. */
let goToPage: (page: FormPlace["page"]) => void;

const workEmail: WorkEmailPorts = {
  sendCode: async () => undefined,
  confirm: async () => ({ employerId: "google", expiresAt: "2999-01-01T00:00:00Z" }),
};

/** Null leaves the server's answer to the test. */
function render(info: MyInfo | null, mail: WorkEmailPorts | null = null) {
  if (info) fetchInfo.mockResolvedValue(info);
  const working = workingPorts(uploads);
  const ports = { ...working, fetchInfo, fetchPhoto, openSession, resubmit };
  function Host() {
    const [place, goTo] = useState<FormPlace | null>(null);
    goToPage = (page) => goTo({ page, isChange: false });
    return (
      <ResubmissionScreen
        userId={userId}
        place={place}
        goTo={goTo}
        ports={ports}
        workEmail={mail}
        isTakenBack={info?.review.takenBack === true}
        onLogin={onLogin}
        onDone={onDone}
        onChanged={onChanged}
      />
    );
  }
  renderNode(
    <I18nProvider i18n={i18n}>
      <Host />
    </I18nProvider>,
  );
}

async function open(...args: Parameters<typeof render>) {
  render(...args);
  await screen.findByRole("button", { name: /Continue|Send for review|Try again/ });
}

const heading = () => screen.getByRole("heading", { level: 1 }).textContent;
const press = async (name: string) => {
  await act(async () => fireEvent.click(screen.getByRole("button", { name })));
};
const aboutMeBox = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: /^About me/ });
const type = (value: string) => fireEvent.change(aboutMeBox(), { target: { value } });

async function answerAboutMe() {
  await open(aboutMe);
  type("I like long walks, and I cook for friends every Sunday.");
  await press("Continue");
}

it("asks for what the reviewer asks for, and nothing else, with the remark beside it", async () => {
  await open(aboutMe);
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

it("sends only what was asked for, once the answers were looked at", async () => {
  await answerAboutMe();
  expect(heading()).toBe("Check your answers");
  expect(screen.getAllByRole("heading", { level: 2 })).toHaveLength(1);
  await press("Send for review");
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  const [answers, key] = resubmit.mock.calls[0] ?? [];
  expect(answers).toEqual({ aboutMe: "I like long walks, and I cook for friends every Sunday." });
  expect(key).toMatch(/^[0-9a-f-]{36}$/);
  expect(uploads).not.toContain("ticket");
  expect(hasRecord(userId, "resubmission")).toBe(false);
});

it("does not send what breaks a rule", async () => {
  await open(aboutMe);
  type("");
  await press("Continue");
  expect(heading()).toBe("About you");
  expect(screen.getAllByText("Write a little about yourself")).toHaveLength(2);
});

const isUnreachable = () => screen.findByText("We can’t reach the server right now");
const goOnline = () => act(async () => void window.dispatchEvent(new Event("online")));

it("keeps the answers over a reload", async () => {
  await open(aboutMe);
  type("I like long walks, and I write letters.");
  await press("Continue");
  cleanup();
  await open(aboutMe);
  expect(heading()).toBe("Check your answers");
  expect(screen.getByText("I like long walks, and I write letters.")).toBeDefined();
});

it("sends queued answers after a reload, with the key of the first attempt", async () => {
  await open(aboutMe);
  type("I like long walks, and I write letters.");
  await press("Continue");
  resubmit.mockRejectedValueOnce(new NetworkError("no answer"));
  await press("Send for review");
  await isUnreachable();
  cleanup();

  render(aboutMe);
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(resubmit.mock.calls[1]).toEqual([
    { aboutMe: "I like long walks, and I write letters." },
    resubmit.mock.calls[0]?.[1],
    expect.any(AbortSignal),
  ]);
  expect(Object.keys(localStorage)).toEqual([]);
});

it("sends again by itself once the device is online", async () => {
  await answerAboutMe();
  resubmit.mockRejectedValueOnce(new NetworkError("no answer"));
  await press("Send for review");
  await isUnreachable();
  await goOnline();
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
});

it("retries while the server is busy, and sends at once when the person wants it", async () => {
  await answerAboutMe();
  resubmit.mockRejectedValueOnce(new ApiError(503, "E503", "", [], 60_000));
  await press("Send for review");
  await screen.findByText("The server couldn’t take it just now");
  await goOnline();
  expect(resubmit).toHaveBeenCalledOnce();
  await press("Try now");
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
});

it("waits for a login if LINE's ID token is too old", async () => {
  await answerAboutMe();
  openSession.mockRejectedValueOnce(new ApiError(401, "E001", "", []));
  await press("Send for review");
  await screen.findByText("Please log in to LINE again");
  await goOnline();
  expect(resubmit).not.toHaveBeenCalled();
  await press("Log in to LINE again");
  expect(onLogin).toHaveBeenCalledOnce();
});

it("does not send answers by itself that the person has cancelled and edits", async () => {
  await answerAboutMe();
  resubmit.mockRejectedValueOnce(new NetworkError("no answer"));
  await press("Send for review");
  await isUnreachable();
  await press("Cancel and edit");
  expect(heading()).toBe("Check your answers");
  await press("Back");
  type("I like long walks, and I");
  await goOnline();
  await press("Continue");
  await goOnline();
  expect(resubmit).toHaveBeenCalledOnce();
  await press("Send for review");
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(resubmit.mock.calls[1]?.[0]).toEqual({ aboutMe: "I like long walks, and I" });
});

it("finds out after a cancel that the answers had arrived", async () => {
  await answerAboutMe();
  resubmit.mockReturnValueOnce(new Promise(() => undefined));
  await press("Send for review");
  await waitFor(() => expect(resubmit).toHaveBeenCalledOnce());
  fetchInfo.mockResolvedValue({ ...aboutMe, reviewStatus: "PENDING" });
  await press("Cancel and edit");
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce(), { timeout: 3000 });
});

it("goes on sending while the browser's Back changes the page", async () => {
  let fail = (_: Error): void => undefined;
  const answer = new Promise((_, reject) => {
    fail = reject;
  });
  resubmit.mockReturnValueOnce(answer);
  await answerAboutMe();
  await press("Send for review");
  await waitFor(() => expect(resubmit).toHaveBeenCalledOnce());
  await act(async () => goToPage("about"));
  expect(heading()).toBe("Sending your profile");
  await act(async () => fail(new NetworkError("no answer")));
  await isUnreachable();
  await goOnline();
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
});

it("starts anew when the reviewer asks for something else", async () => {
  await open(aboutMe);
  type("I like long walks, and I write letters.");
  await press("Continue");
  cleanup();
  const again = [{ path: "aboutMe", code: "too_short", note: "Still too short." }];
  await open(asked(["aboutMe"], again));
  expect(aboutMeBox().value).toBe(completeDraft.aboutMe);
});

it.each(["E008", "E004"] as const)("looks at the status when it was decided (%s)", async (code) => {
  await answerAboutMe();
  resubmit.mockRejectedValueOnce(new ApiError(409, code, "", []));
  await press("Send for review");
  await waitFor(() => expect(onChanged).toHaveBeenCalledOnce());
  expect(onDone).not.toHaveBeenCalled();
});

it("leads back to the field the server refuses", async () => {
  await answerAboutMe();
  const fields = [{ path: "aboutMe", code: "control_character", params: {} }] as const;
  resubmit.mockRejectedValueOnce(new ApiError(422, "E002", "", fields));
  await press("Send for review");
  await waitFor(() => expect(heading()).toBe("About you"));
  expect(
    within(screen.getByRole("group", { name: "There is a problem" })).getAllByRole("link"),
  ).toHaveLength(1);
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
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(resubmit.mock.calls[0]?.[0]).toEqual({ photoNameList: [second] });
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
  await open(provenByMail(aboutMe), mail);
  type("I like long walks, and I cook for friends every Sunday.");
  await press("Continue");
  await press("Send for review");
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
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
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
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
  vi.mocked(readProfile).mockResolvedValue(aboutMe);
  await open(aboutMe);
  expect(writeProfile).toHaveBeenCalledWith(userId, aboutMe);
  type("I like long walks, and I write letters.");
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
  vi.mocked(readProfile).mockResolvedValue({ ...aboutMe, reviewStatus });
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
  writeRecord(other, "photos", { photos: [], document: null });
  fetchPhoto.mockReset().mockRejectedValue(new NetworkError("no answer"));
  await open(photos);
  expect(await screen.findByRole("img", { name: "Photo 2" })).toBeDefined();
  cleanup();
  expect(hasRecord(other, "draft")).toBe(true);
});

it("does not open where nobody asks any more", async () => {
  fetchInfo.mockResolvedValue({ ...aboutMe, reviewStatus: "PENDING" });
  renderNode(
    <I18nProvider i18n={i18n}>
      <ResubmissionScreen
        userId={userId}
        place={null}
        goTo={() => undefined}
        ports={{ ...workingPorts(), fetchInfo, fetchPhoto, openSession, resubmit }}
        workEmail={null}
        isTakenBack={false}
        onLogin={onLogin}
        onDone={onDone}
        onChanged={onChanged}
      />
    </I18nProvider>,
  );
  await waitFor(() => expect(onChanged).toHaveBeenCalledOnce());
});
