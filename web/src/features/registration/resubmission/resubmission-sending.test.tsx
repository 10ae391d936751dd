import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { ApiError, NetworkError } from "#/api/error";
import { heading } from "#/features/registration/registration-form.testing";
import { userId } from "#/profile-form/made-up.testing";
import { hasRecord } from "#/storage/records";
import {
  answerAboutMe,
  askedAboutMe,
  fetchInfo,
  goToPage,
  isSent,
  onChanged,
  onDone,
  onLogin,
  open,
  openSession,
  press,
  render,
  resubmit,
  setScreen,
  typeAboutMe,
  uploads,
} from "./resubmission-screen.testing";

vi.mock(import("#/logos/preload"), () => ({ preloadLogos: async () => true }));

setScreen();

it("sends only what was asked for, once the answers were looked at", async () => {
  await answerAboutMe();
  expect(heading()).toBe("Check your answers");
  expect(screen.getAllByRole("heading", { level: 2 })).toHaveLength(1);
  await press("Send for review");
  await isSent();
  const [answers, key] = resubmit.mock.calls[0] ?? [];
  expect(answers).toEqual({ aboutMe: "I like long walks, and I cook for friends every Sunday." });
  expect(key).toMatch(/^[0-9a-f-]{36}$/);
  expect(uploads).not.toContain("ticket");
  expect(hasRecord(userId, "resubmission")).toBe(false);
});

it("does not send what breaks a rule", async () => {
  await open(askedAboutMe);
  typeAboutMe("");
  await press("Continue");
  expect(heading()).toBe("About you");
  expect(screen.getAllByText("Write a little about yourself")).toHaveLength(2);
});

const isUnreachable = () => screen.findByText("We can’t reach the server right now");
const goOnline = () => act(async () => void window.dispatchEvent(new Event("online")));

it("sends queued answers after a reload, with the key of the first attempt", async () => {
  await open(askedAboutMe);
  typeAboutMe("I like long walks, and I write letters.");
  await press("Continue");
  resubmit.mockRejectedValueOnce(new NetworkError("no answer"));
  await press("Send for review");
  await isUnreachable();
  cleanup();

  render(askedAboutMe);
  await isSent();
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
  await isSent();
});

it("retries while the server is busy, and sends at once when the person wants it", async () => {
  await answerAboutMe();
  resubmit.mockRejectedValueOnce(new ApiError(503, "E503", "", [], 60_000));
  await press("Send for review");
  await screen.findByText("The server couldn’t take it just now");
  await goOnline();
  expect(resubmit).toHaveBeenCalledOnce();
  await press("Try now");
  await isSent();
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
  typeAboutMe("I like long walks, and I");
  await goOnline();
  await press("Continue");
  await goOnline();
  expect(resubmit).toHaveBeenCalledOnce();
  await press("Send for review");
  await isSent();
  expect(resubmit.mock.calls[1]?.[0]).toEqual({ aboutMe: "I like long walks, and I" });
});

it("finds out after a cancel that the answers had arrived", async () => {
  await answerAboutMe();
  resubmit.mockReturnValueOnce(new Promise(() => undefined));
  await press("Send for review");
  await waitFor(() => expect(resubmit).toHaveBeenCalledOnce());
  fetchInfo.mockResolvedValue({ ...askedAboutMe, reviewStatus: "PENDING" });
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
  await isSent();
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
