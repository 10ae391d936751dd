/** Sends a form whose answers are those that the server has. */
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import type { MyInfo } from "#/api/account";
import { heading, type } from "#/features/registration/registration-form.testing";
import { askToConfirm } from "#/overlays/open-dialog";
import { pageTable } from "#/profile-form/answers/page-table";
import { completeDraft, userId } from "#/profile-form/made-up.testing";
import { hasRecord } from "#/storage/records";
import {
  asked,
  infoWith,
  isSent,
  open,
  place,
  press,
  resubmit,
  setScreen,
  storedProfile,
} from "./resubmission-screen.testing";

vi.mock(import("#/overlays/open-dialog"));
vi.mock(import("#/logos/preload"), () => ({ preloadLogos: async () => true }));

setScreen();
beforeEach(() => {
  vi.mocked(askToConfirm).mockReset().mockResolvedValue(false);
});

/** The server names the proof of age only where the deployment asks for one. */
const unasked = ["account", "password", "ageProofFileName"];
const allFields = pageTable
  .flatMap(({ fields }) => [...fields])
  .filter((field) => !unasked.includes(field));
const takenBack: MyInfo["review"] = { reasons: [], askedFields: allFields, takenBack: true };

it("asks before it sends a reviewer the answers that they have already", async () => {
  await open(asked(["aboutMe"]));
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
  await open(asked(["aboutMe"]));
  type(/^About me/, "I like long walks, and I cook for friends every Sunday.");
  await press("Continue");
  await press("Send for review");
  await isSent();
  expect(askToConfirm).not.toHaveBeenCalled();
});

it("asks again when the person has put the old answer back", async () => {
  await open(asked(["aboutMe", "photoNameList"]));
  type(/^About me/, "I like long walks, and I cook for friends every Sunday.");
  type(/^About me/, String(completeDraft.aboutMe));
  await press("Continue");
  await press("Continue");
  await press("Send for review");
  await waitFor(() => {
    // A failure shows which answers the page took for new ones.
    expect(resubmit.mock.calls).toEqual([]);
    expect(askToConfirm).toHaveBeenCalledOnce();
  });
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
  await open(infoWith(takenBack, { ...storedProfile, birthday: "2020-01-01" }));
  await press("Send again");
  expect(heading()).toBe("Who you are");
  expect(screen.getByRole("group", { name: "There is a problem" })).toBeDefined();
  const errors = within(screen.getByRole("group", { name: "There is a problem" }));
  expect(errors.getByRole("link").textContent).toContain("at least 18");
  expect(place).toEqual({ page: "you", isChange: true });
});

it('does not show "Not given" for a place that only the server knows', async () => {
  const findRow = () => screen.queryByText("Approximate location", { selector: "dt" });
  await open(infoWith(takenBack));
  expect(findRow()).toBeNull();
  cleanup();
  await open(infoWith(takenBack, { ...storedProfile, latitude: 25.025, longitude: 121.575 }));
  expect(findRow()).not.toBeNull();
});

it("removes a place that only the server knows when the person asks for that", async () => {
  await open(infoWith(takenBack));
  await press(/^Change Looks and lifestyle/);
  await press("Remove location");
  await press("Save changes");
  expect(heading()).toBe("You took your profile back");
  const row = screen.getByText("Approximate location", { selector: "dt" });
  expect(row.parentElement?.textContent).toContain("Not given");
  await press("Send again");
  await isSent();
  expect(resubmit.mock.calls[0]?.[0]).toMatchObject({ latitude: null, longitude: null });
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
  await open(infoWith(takenBack, { ...storedProfile, nickname: "小草" }));
  expect(screen.getByText("小草")).toBeDefined();
});
