import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { cleanup, render, screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { NetworkError } from "../../api/error";
import { askToConfirm } from "../../overlays/open-dialog";
import { readJson, readText, removeStored, writeJson, writeText } from "../../storage/local";
import { consentNow } from "./draft/consent";
import { completeDraft, userId, workingPorts } from "./form/testing";
import type { FormPorts } from "./open-form";
import type { FormPlace } from "./register-form";
import { box, heading, press, setForm, summary, surroundings, type } from "./register-form.testing";
import { RegisterScreen } from "./register-screen";

vi.mock("../../overlays/open-dialog");

setForm();
beforeEach(() => vi.mocked(askToConfirm).mockReset().mockResolvedValue(true));

type Surroundings = Partial<typeof surroundings> & { ports?: FormPorts };

/** The register page as it is opened at an address, with or without a page of the form. */
function openAt(
  first: FormPlace["page"] | null,
  { ports = workingPorts(), ...rest }: Surroundings = {},
) {
  const shown: (FormPlace | null)[] = [];
  function Host() {
    const [place, goTo] = useState<FormPlace | null>(first && { page: first, isChange: false });
    shown.push(place);
    return (
      <RegisterScreen
        userId={userId}
        ports={ports}
        place={place}
        goTo={goTo}
        {...surroundings}
        {...rest}
      />
    );
  }
  render(
    <I18nProvider i18n={i18n}>
      <Host />
    </I18nProvider>,
  );
  return shown;
}

const isOn = (title: string) => waitFor(() => expect(heading()).toBe(title));
const agree = () =>
  screen.findByRole("button", { name: "Agree and start" }).then((it) => it.click());

/** A draft that this person left, with their consent. */
function leaveDraft(draft: object = completeDraft): void {
  const consent = consentNow();
  writeJson("registerForm", {
    ...draft,
    account: userId,
    idempotencyKey: "k",
    savedAt: 1,
    consent,
  });
}

test("a newcomer agrees before anything is stored, and comes to the first page", async () => {
  const onConsent = vi.fn();
  openAt(null, { onConsent });
  await screen.findByRole("button", { name: "Agree and start" });
  expect(screen.getByText("By starting, you agree to the privacy policy.")).toBeDefined();
  expect(onConsent).not.toHaveBeenCalled();
  expect(Object.keys(localStorage)).toEqual([]);
  await agree();
  await isOn("Who you are");
  expect(onConsent).toHaveBeenCalledOnce();
  expect(readText("registerForm")).toContain("consentedAt");
});

test("an address that names a page does not lead past the consent", async () => {
  openAt("life");
  await agree();
  await isOn("Looks and life");
});

test("whoever comes back is told what is there, and goes on where they were", async () => {
  leaveDraft();
  writeText("registerPage", "about");
  openAt(null);
  await isOn("Welcome back");
  // All but the photos; of tags none were chosen.
  expect(screen.getByText("7 of 9 pages filled in")).toBeDefined();
  press("Go on");
  await isOn("About you");
});

test("a reload in the middle of the form asks nothing", async () => {
  leaveDraft();
  openAt("about");
  await isOn("About you");
});

test("starting over forgets the answers and the page, and keeps the consent", async () => {
  leaveDraft();
  writeText("registerPage", "about");
  openAt(null);
  await isOn("Welcome back");
  vi.mocked(askToConfirm).mockResolvedValueOnce(false);
  press("Start over");
  await waitFor(() => expect(askToConfirm).toHaveBeenCalledOnce());
  expect(readText("registerForm")).toContain("short meetings");
  press("Start over");
  await isOn("Who you are");
  expect(box(/^Nickname/)).toHaveProperty("value", "");
  const stored = readJson("registerForm") as Record<string, unknown>;
  expect(stored).not.toHaveProperty("aboutMe");
  expect(stored.idempotencyKey).not.toBe("k");
  expect(stored.consent).toMatchObject({ policyVersion: 1 });
});

test("a draft that is damaged is kept aside, and said to be", async () => {
  writeText("registerForm", '{"nickname":"小');
  openAt(null);
  expect(await screen.findByText("Your earlier draft could not be read")).toBeDefined();
  expect(readText("registerFormUnread")).toBe('{"nickname":"小');
  await agree();
  await isOn("Who you are");
  type(/^Nickname/, "Ming");
});

test("a newer build's draft stays until the person wants another, and is then put aside", async () => {
  const newer = '{"schemaVersion":99,"nickname":"later"}';
  writeText("registerForm", newer);
  openAt("life");
  await isOn("This page needs an update");
  expect(readText("registerForm")).toBe(newer);
  press("Start a new one");
  await agree();
  await isOn("Looks and life");
  expect(readText("registerFormUnread")).toBe(newer);
});

test("what is in the outbox goes on wherever the form is opened", async () => {
  leaveDraft();
  writeJson("outbox", { userId, idempotencyKey: "k", queuedAtMs: 1, nFailed: 3, sent: [] });
  const requestTicket = async () => {
    throw new NetworkError("no answer");
  };
  openAt("life", { ports: { ...workingPorts(), requestTicket } });
  await isOn("Sending your profile");
  expect(await screen.findByText("The server cannot be reached at the moment")).toBeDefined();
  expect(screen.getByText(/^Next try in \d+ seconds?$/)).toBeDefined();
  expect(screen.getByText(/^You may close this page/)).toBeDefined();
});

test("what the server refused after the form was opened anew is told where it is to be mended", async () => {
  // The photos that were picked are gone.
  leaveDraft();
  writeJson("outbox", { userId, idempotencyKey: "k", queuedAtMs: 1, sent: [] });
  const shown = openAt(null);
  await isOn("Photos");
  const told = await summary();
  expect(within(told).getByText("Add at least one photo")).toBeDefined();
  await waitFor(() => expect(document.activeElement).toBe(told));
  expect(readText("outbox")).toBeNull();
  expect(shown.at(-1)).toEqual({ page: "photos", isChange: true });
});

test("who wants to close the page is told where that would lose what is to be sent", async () => {
  leaveDraft();
  const { localStorage } = window;
  const setItem = (key: string, value: string) => {
    if (key.endsWith(":outbox")) throw new DOMException("full", "QuotaExceededError");
    localStorage.setItem(key, value);
  };
  const getItem = (key: string) => localStorage.getItem(key);
  const removeItem = (key: string) => localStorage.removeItem(key);
  vi.stubGlobal("localStorage", { getItem, setItem, removeItem });
  writeJson("outbox", { userId, idempotencyKey: "k", queuedAtMs: 1, sent: [] });
  const requestTicket = async () => {
    throw new NetworkError("no answer");
  };
  openAt("life", { ports: { ...workingPorts(), requestTicket } });
  expect(await screen.findByText("The server cannot be reached at the moment")).toBeDefined();
  expect(screen.queryByText(/^You may close this page/)).toBeNull();
  expect(screen.getByText(/^Please keep this page open/)).toBeDefined();
  cleanup();
  vi.unstubAllGlobals();
  removeStored("outbox");
});

test("a proof of LINE that is too old is renewed when the person wants it", async () => {
  leaveDraft();
  writeJson("outbox", { userId, idempotencyKey: "k", queuedAtMs: 1, sent: [] });
  const requestTicket = async () => {
    throw Object.assign(new Error("E001"), { code: "E001" });
  };
  const onLogin = vi.fn();
  openAt("check", { ports: { ...workingPorts(), requestTicket }, onLogin });
  await screen.findByText("Please log in to LINE again");
  expect(onLogin).not.toHaveBeenCalled();
  press("Log in to LINE again");
  expect(onLogin).toHaveBeenCalledOnce();
  expect(readText("outbox")).toContain(userId);
});

test("who is offline right after the answer is not stranded", async () => {
  leaveDraft();
  writeJson("outbox", { userId, idempotencyKey: "k", queuedAtMs: 1, sent: ["x"] });
  let isOffline = true;
  const onArrived = vi.fn(async () => !isOffline);
  openAt("check", { onArrived });
  // The version that arrived is not the one at hand, which is to be read before the page goes.
  await isOn("Your profile was already sent");
  expect(onArrived).not.toHaveBeenCalled();
  press("See my profile");
  expect(await screen.findByText(/^It has arrived\./)).toBeDefined();
  isOffline = false;
  press("See my profile");
  await waitFor(() => expect(onArrived).toHaveBeenCalledTimes(2));
  cleanup();
  expect(Object.keys(localStorage)).toEqual([]);
});
