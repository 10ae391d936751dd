/** Sends a form whose answers are those that the server has. */
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import type { MyInfo } from "../../../api/account";
import { activate, loadNamespaces } from "../../../i18n/load";
import { askToConfirm } from "../../../overlays/open-dialog";
import { hasRecord } from "../../../storage/records";
import { pageTable } from "../form/page-table";
import { completeDraft, uploadName, userId, workingPorts } from "../form/testing";
import type { FormPlace } from "../frame/registration-form";
import type { ResubmissionPorts } from "./resubmission";
import { ResubmissionScreen } from "./resubmission-screen";

vi.mock(import("../../../storage/profile-cache"));
vi.mock(import("../../../overlays/open-dialog"));
vi.mock(import("../../../logos/preload"), () => ({ preloadLogos: async () => true }));

const onDone = vi.fn(async () => undefined);
const onChanged = vi.fn(async () => undefined);
const resubmit = vi.fn<ResubmissionPorts["resubmit"]>();

beforeAll(async () => {
  await activate("en");
  await loadNamespaces("register", "vocabulary", "errors");
});
beforeEach(() => {
  window.localStorage.clear();
  for (const mock of [onDone, onChanged]) mock.mockClear();
  resubmit.mockReset().mockResolvedValue(undefined);
  vi.mocked(askToConfirm).mockReset().mockResolvedValue(false);
});
afterEach(cleanup);

const allFields = pageTable
  .flatMap(({ fields }) => [...fields])
  .filter((field) => field !== "account" && field !== "password");
const photo = { fileId: "a", url: "/one", thumbhash: "", width: 3, height: 4 };
const sentProfile = {
  ...completeDraft,
  height: 175,
  school: "",
  employerId: "",
  photoNameList: [uploadName("a")],
  verifyTempFileName: "",
  valueItem: [],
};
const infoWith = (review: MyInfo["review"], profile: object = sentProfile) =>
  ({
    userId,
    nickname: completeDraft.nickname,
    reviewStatus: "NEEDS_INFO",
    avatar: null,
    profile,
    photos: [photo],
    review,
  }) as unknown as MyInfo;
const takenBack: MyInfo["review"] = { reasons: [], askedFields: allFields, takenBack: true };
const asked = (...fields: MyInfo["review"]["askedFields"] & object) =>
  infoWith({
    reasons: fields.map((path) => ({ path, code: "unclear", note: "" })),
    askedFields: fields,
  });

let place: FormPlace | null;

async function open(info: MyInfo) {
  const ports: ResubmissionPorts = {
    ...workingPorts([]),
    fetchInfo: async () => info,
    fetchPhoto: async () => new Blob(["bytes"], { type: "image/png" }),
    openSession: async () => undefined,
    resubmit,
  };
  function Host() {
    const [shown, goTo] = useState<FormPlace | null>(null);
    place = shown;
    return (
      <ResubmissionScreen
        userId={userId}
        place={shown}
        goTo={goTo}
        ports={ports}
        workEmail={null}
        isTakenBack={info.review.takenBack === true}
        onLogin={() => undefined}
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
  await screen.findByRole("button", { name: /Continue|Send again|Save|Back to/ });
}

const heading = () => screen.getByRole("heading", { level: 1 }).textContent;
const press = async (name: string | RegExp) => {
  await act(async () => fireEvent.click(screen.getByRole("button", { name })));
};
const type = (name: RegExp, value: string) =>
  fireEvent.change(screen.getByRole("textbox", { name }), { target: { value } });
const isSent = () => waitFor(() => expect(onDone).toHaveBeenCalledOnce());

it("asks before it sends a reviewer the answers that they have already", async () => {
  await open(asked("aboutMe"));
  await press("Continue");
  await press("Send for review");
  await waitFor(() => expect(askToConfirm).toHaveBeenCalledOnce());
  expect(vi.mocked(askToConfirm).mock.calls[0]?.[0]).toMatchObject({
    title: "You have not changed anything yet",
    cancelLabel: "Go back",
  });
  expect(heading()).toBe("Check your answers");
  expect(resubmit).not.toHaveBeenCalled();
  vi.mocked(askToConfirm).mockResolvedValue(true);
  await press("Send for review");
  await isSent();
  expect(resubmit.mock.calls[0]?.[0]).toEqual({ aboutMe: completeDraft.aboutMe });
});

it("asks nothing once an answer or a photo has changed", async () => {
  await open(asked("aboutMe"));
  type(/^About me/, "I like long walks, and I cook for friends every Sunday.");
  await press("Continue");
  await press("Send for review");
  await isSent();
  expect(askToConfirm).not.toHaveBeenCalled();
});

it("asks again when the person has put the old answer back", async () => {
  await open(asked("aboutMe", "photoNameList"));
  type(/^About me/, "I like long walks, and I cook for friends every Sunday.");
  type(/^About me/, String(completeDraft.aboutMe));
  await press("Continue");
  await press("Continue");
  await press("Send for review");
  await waitFor(() => expect(askToConfirm).toHaveBeenCalledOnce());
});

it("shows all answers of a profile that was taken back, and sends it unchanged without a question", async () => {
  await open(infoWith(takenBack));
  expect(heading()).toBe("You took your profile back");
  expect(place).toEqual({ page: "check", isChange: false });
  expect(screen.queryByRole("button", { name: "Back" })).toBeNull();
  const pages = screen.getAllByRole("heading", { level: 2 });
  expect(pages).toHaveLength(pageTable.length - 1);
  expect(screen.queryByText(/reviewer/i, { selector: "h1, h2, p" })).toBeNull();
  await press("Send again");
  await isSent();
  expect(askToConfirm).not.toHaveBeenCalled();
  const sent = resubmit.mock.calls[0]?.[0] ?? {};
  expect(Object.keys(sent)).toEqual(expect.arrayContaining(["nickname", "name", "photoNameList"]));
  expect(sent).toMatchObject({ nickname: completeDraft.nickname });
  expect(Object.keys(sent)).not.toEqual(expect.arrayContaining(["account"]));
  expect(hasRecord(userId, "resubmission")).toBe(false);
});

it("leads from each answer to its page and back to all answers", async () => {
  await open(infoWith(takenBack));
  await press(/^Change Who you are/);
  expect(heading()).toBe("Who you are");
  type(/^Nickname/, "小花");
  await press("Save changes");
  expect(heading()).toBe("You took your profile back");
  expect(screen.getByText("小花")).toBeDefined();
  await press("Send again");
  await isSent();
  expect(resubmit.mock.calls[0]?.[0]).toMatchObject({ nickname: "小花" });
});

it("shows the error beside a birthday, because the explanation is for people without a profile", async () => {
  await open(infoWith(takenBack, { ...sentProfile, birthday: "2020-01-01" }));
  await press("Send again");
  expect(heading()).toBe("Who you are");
  expect(screen.getByRole("group", { name: "There is a problem" })).toBeDefined();
  const errors = within(screen.getByRole("group", { name: "There is a problem" }));
  expect(errors.getByRole("link").textContent).toContain("at least 18");
  expect(place).toEqual({ page: "you", isChange: true });
});

it('does not show "Not given" for a place that only the server knows', async () => {
  const place = () => screen.queryByText("Approximate location", { selector: "dt" });
  await open(infoWith(takenBack));
  expect(place()).toBeNull();
  cleanup();
  await open(infoWith(takenBack, { ...sentProfile, latitude: 25.025, longitude: 121.575 }));
  expect(place()).not.toBeNull();
});

it("begins with the stored profile when the person takes it back another time", async () => {
  await open(infoWith(takenBack));
  await press(/^Change Who you are/);
  type(/^Nickname/, "小花");
  await press("Save changes");
  cleanup();
  await open(infoWith(takenBack));
  expect(screen.getByText("小花")).toBeDefined();
  cleanup();
  // The person corrected the name on another device, and took the profile back again.
  await open(infoWith(takenBack, { ...sentProfile, nickname: "小草" }));
  expect(screen.getByText("小草")).toBeDefined();
});
