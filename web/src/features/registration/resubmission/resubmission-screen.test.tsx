/** Someone whom a reviewer asked for more. */
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import type { MyInfo } from "../../../api/account";
import { ApiError, NetworkError } from "../../../api/error";
import { activate, needAreas } from "../../../i18n/load";
import { readText, writeJson } from "../../../storage/local";
import { readProfile, writeProfile } from "../../../storage/profile-cache";
import { makeRoomFor } from "../draft/aside";
import { completeDraft, uploadName, userId, workingPorts } from "../form/testing";
import { loadPicks } from "../photos/stored-picks";
import type { FormPlace } from "../register-form";
import { type WorkEmailPorts, WorkEmailStore } from "../work-email/work-email-store";
import { forgetArrived } from "./forget-resubmission";
import { type ResubmissionPorts, ResubmissionScreen } from "./resubmission-screen";

vi.mock("../../../storage/profile-cache");
vi.mock(import("../../../logos/preload"), () => ({ preloadLogos: async () => true }));

const onDone = vi.fn();
const onChanged = vi.fn();
const resubmit = vi.fn<ResubmissionPorts["resubmit"]>();
const fetchInfo = vi.fn<ResubmissionPorts["fetchInfo"]>();
const fetchPhoto = vi.fn<ResubmissionPorts["fetchPhoto"]>();
const uploads: string[] = [];

beforeAll(async () => {
  await activate("en");
  await needAreas("register", "vocabulary", "errors");
});
beforeEach(() => {
  window.localStorage.clear();
  uploads.length = 0;
  for (const mock of [onDone, onChanged]) mock.mockReset();
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

/** What the browser's own way back does. */
let goToPage: (page: FormPlace["page"]) => void;

const workEmail: WorkEmailPorts = {
  sendCode: async () => undefined,
  confirm: async () => ({ employerId: "google", expiresAt: "2999-01-01T00:00:00Z" }),
};

/** Null where the server answers as the test has said. */
async function open(info: MyInfo | null, mail: WorkEmailPorts | null = null) {
  if (info) fetchInfo.mockResolvedValue(info);
  const working = workingPorts(uploads);
  const ports = { ...working, fetchInfo, fetchPhoto, resubmit };
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
        onDone={onDone}
        onChanged={onChanged}
      />
    );
  }
  render(
    <I18nProvider i18n={i18n}>
      <Host />
    </I18nProvider>,
  );
  await screen.findByRole("button", { name: /Continue|Send for review|Try again/ });
}

const heading = () => screen.getByRole("heading", { level: 1 }).textContent;
const press = async (name: string) => {
  await act(async () => fireEvent.click(screen.getByRole("button", { name })));
};
const aboutMeBox = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: /^About me/ });
const type = (value: string) => fireEvent.change(aboutMeBox(), { target: { value } });

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
  await open(aboutMe);
  type("I like long walks, and I cook for friends every Sunday.");
  await press("Continue");
  expect(heading()).toBe("Check your answers");
  expect(screen.getAllByRole("heading", { level: 2 })).toHaveLength(1);
  await press("Send for review");
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  const [answers, key] = resubmit.mock.calls[0] ?? [];
  expect(answers).toEqual({ aboutMe: "I like long walks, and I cook for friends every Sunday." });
  expect(key).toMatch(/^[0-9a-f-]{36}$/);
  expect(uploads).not.toContain("ticket");
  expect(readText("resubmission")).toBeNull();
});

it("does not send what breaks a rule", async () => {
  await open(aboutMe);
  type("");
  await press("Continue");
  expect(heading()).toBe("About you");
  expect(screen.getAllByText("Write something about yourself")).toHaveLength(2);
});

it("keeps the answers over a reload, and the key of the attempt", async () => {
  await open(aboutMe);
  type("I like long walks, and I write letters.");
  await press("Continue");
  resubmit.mockRejectedValueOnce(new NetworkError("no answer"));
  await press("Send for review");
  await screen.findByText(/We could not reach the server/);
  cleanup();

  await open(aboutMe);
  expect(heading()).toBe("Check your answers");
  expect(screen.getByText("I like long walks, and I write letters.")).toBeDefined();
  await press("Send for review");
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(resubmit.mock.calls[1]?.[1]).toBe(resubmit.mock.calls[0]?.[1]);
});

it("sends again by itself once there is a network", async () => {
  await open(aboutMe);
  await press("Continue");
  resubmit.mockRejectedValueOnce(new NetworkError("no answer"));
  await press("Send for review");
  await screen.findByText(/We could not reach the server/);
  await act(async () => void window.dispatchEvent(new Event("online")));
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
});

it("does not send by itself what is being written anew", async () => {
  await open(aboutMe);
  await press("Continue");
  resubmit.mockRejectedValueOnce(new NetworkError("no answer"));
  await press("Send for review");
  await screen.findByText(/We could not reach the server/);
  await press("Back");
  type("I like long walks, and I");
  await act(async () => void window.dispatchEvent(new Event("online")));
  await press("Continue");
  await act(async () => void window.dispatchEvent(new Event("online")));
  expect(screen.queryByText(/We could not reach the server/)).toBeNull();
  expect(resubmit).toHaveBeenCalledOnce();
});

it("does not take a send that failed on another page for one to repeat", async () => {
  let fail = (_: Error): void => undefined;
  const answer = new Promise((_, reject) => {
    fail = reject;
  });
  resubmit.mockReturnValueOnce(answer);
  await open(aboutMe);
  await press("Continue");
  await press("Send for review");
  await waitFor(() => expect(resubmit).toHaveBeenCalledOnce());
  await act(async () => goToPage("about"));
  await act(async () => fail(new NetworkError("no answer")));
  await press("Continue");
  await act(async () => void window.dispatchEvent(new Event("online")));
  expect(resubmit).toHaveBeenCalledOnce();
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
  await open(aboutMe);
  await press("Continue");
  resubmit.mockRejectedValueOnce(new ApiError(409, code, "", []));
  await press("Send for review");
  await waitFor(() => expect(onChanged).toHaveBeenCalledOnce());
  expect(onDone).not.toHaveBeenCalled();
});

it("leads back to the field the server refuses", async () => {
  await open(aboutMe);
  await press("Continue");
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
  expect(screen.getByText("Reviewer: We could not make this out clearly.")).toBeDefined();
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

it("knows of a mailbox that another window confirmed, whichever page was open", async () => {
  const info = asked(["aboutMe", ...proof], []);
  await open(provenByMail(info), workEmail);
  const other = new WorkEmailStore(userId, workEmail);
  other.setEmail("me@google.com");
  await other.sendCode("google");
  await other.confirm("123456");
  act(() => void window.dispatchEvent(new StorageEvent("storage", { key: "enmusubi:workEmail" })));
  await press("Continue");
  expect(screen.getByText("Confirmed at Google").parentElement?.textContent).toContain(
    "me@google.com",
  );
});

it("takes the mailbox that proved the profile for confirmed, where the proof itself is asked for", async () => {
  await open(provenByMail(asked(proof, [])), workEmail);
  expect(screen.getByText("Confirmed at Google")).toBeDefined();
  fireEvent.change(screen.getByRole("textbox", { name: /^Anything reviewers/ }), {
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
  fireEvent.click(screen.getByRole("radio", { name: /^Work e-mail/ }));
  expect(screen.queryByText("Confirmed at Google")).toBeNull();
  await press("Continue");
  expect(heading()).toBe("Verification");
  expect(screen.getAllByText("Confirm your work e-mail first")).toHaveLength(2);
});

it("says so when the photos cannot be had, and tries again", async () => {
  fetchPhoto.mockRejectedValueOnce(new NetworkError("no photo"));
  await open(photos);
  expect(screen.getByRole("alert").textContent).toContain("could not be loaded");
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

it("leaves nothing on the device of what has arrived without an answer", async () => {
  await open(aboutMe);
  forgetArrived(`U${"f".repeat(32)}`);
  expect(readText("resubmission")).not.toBeNull();
  forgetArrived(userId);
  expect(readText("resubmission")).toBeNull();
});

it("is there again after someone else began a registration on the same device", async () => {
  await open(photos);
  await screen.findByRole("img", { name: "Photo 2" });
  cleanup();
  const other = `U${"f".repeat(32)}`;
  makeRoomFor(other);
  await loadPicks(other, 6);
  writeJson("registerForm", { account: other, nickname: "小華" });
  writeJson("profilePhotos", { userId: other, photos: [], document: null });
  fetchPhoto.mockReset().mockRejectedValue(new NetworkError("no answer"));
  await open(photos);
  expect(await screen.findByRole("img", { name: "Photo 2" })).toBeDefined();
  cleanup();
  makeRoomFor(other);
  expect(readText("registerForm")).toContain("小華");
});

it("does not open where nobody asks any more", async () => {
  fetchInfo.mockResolvedValue({ ...aboutMe, reviewStatus: "PENDING" });
  render(
    <I18nProvider i18n={i18n}>
      <ResubmissionScreen
        userId={userId}
        place={null}
        goTo={() => undefined}
        ports={{ ...workingPorts(), fetchInfo, fetchPhoto, resubmit }}
        workEmail={null}
        onDone={onDone}
        onChanged={onChanged}
      />
    </I18nProvider>,
  );
  await waitFor(() => expect(onChanged).toHaveBeenCalledOnce());
});
