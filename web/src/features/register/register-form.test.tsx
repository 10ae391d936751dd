import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { NetworkError } from "../../api/error";
import type { Core, ProfileDraft } from "../../core/core";
import { loadCore } from "../../core/load";
import { activate, needAreas } from "../../i18n/load";
import { readText, writeJson } from "../../storage/local";
import type { PageId } from "./form/page-table";
import { completeDraft, pictureFile, storeWith, userId, workingPorts } from "./form/testing";
import type { SubmitPorts } from "./outbox/submit";
import { type FormPlace, RegisterForm } from "./register-form";
import { RegisterScreen } from "./register-screen";

let core: Core;
beforeAll(async () => {
  core = await loadCore();
  await activate("en");
  await needAreas("register", "vocabulary", "errors");
});
beforeEach(() => localStorage.clear());
afterEach(cleanup);

const onDone = vi.fn();

interface Options {
  page?: PageId;
  draft?: ProfileDraft;
  ports?: SubmitPorts;
  photos?: number;
}

/** The form in memory of an address, as the page keeps it. */
async function openForm({ page = "you", draft = {}, ports, photos = 0 }: Options = {}) {
  onDone.mockClear();
  const store = await storeWith(core, draft, photos);
  function Host() {
    const [place, goTo] = useState<FormPlace>({ page, isChange: false });
    return (
      <RegisterForm
        store={store}
        place={place}
        goTo={goTo}
        onDone={onDone}
        ports={ports ?? workingPorts()}
      />
    );
  }
  render(
    <I18nProvider i18n={i18n}>
      <Host />
    </I18nProvider>,
  );
  return store;
}

const heading = () => screen.getByRole("heading", { level: 1 }).textContent;
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole("button", { name }));
const type = (label: RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const summary = () => screen.findByRole("alert");

function fillFirstPage() {
  type(/^Nickname/, "Ming");
  type(/^Full name/, "Wang Ming");
  fireEvent.click(screen.getByLabelText("Man"));
  type(/^Birthday/, "1990-01-31");
}

test("a page with an error cannot be left, and says so in summary and field with the same words", async () => {
  await openForm();
  press("Continue");
  expect(heading()).toBe("Who you are");
  const links = within(await summary()).getAllByRole("link");
  expect(links.map((link) => link.textContent)).toEqual([
    "Enter your nickname",
    "Enter your full name",
    "Choose your gender",
    "Enter your birthday",
  ]);
  const nickname = screen.getByLabelText(/^Nickname/);
  expect(nickname.getAttribute("aria-invalid")).toBe("true");
  expect(nickname).toHaveProperty("id", "field-nickname");
  expect(document.getElementById("field-nickname-error")?.textContent).toBe("Enter your nickname");
  expect(nickname.getAttribute("aria-describedby")).toContain("field-nickname-error");
  await waitFor(async () => expect(document.activeElement).toBe(await summary()));
});

test("a link of the summary leads to its field", async () => {
  await openForm();
  press("Continue");
  fireEvent.click(within(await summary()).getByText("Enter your full name"));
  expect(document.activeElement).toBe(screen.getByLabelText(/^Full name/));
});

test("after the first error the messages follow what is typed", async () => {
  await openForm();
  press("Continue");
  await summary();
  type(/^Nickname/, "Ming");
  expect(screen.queryByText("Enter your nickname")).toBeNull();
  type(/^Nickname/, "x".repeat(21));
  expect(screen.getAllByText("Nickname: use 1 to 20 characters")).toHaveLength(2);
});

test("nothing is found wrong before Continue, nor on other pages", async () => {
  await openForm();
  type(/^Nickname/, "x".repeat(30));
  expect(screen.queryByRole("alert")).toBeNull();
  fillFirstPage();
  press("Continue");
  expect(heading()).toBe("Looks and life");
  expect(screen.queryByRole("alert")).toBeNull();
});

test("Back keeps what was typed, wrong or not", async () => {
  await openForm({ page: "life" });
  type(/^Height/, "tall");
  press("Back");
  expect(heading()).toBe("Who you are");
  fillFirstPage();
  press("Continue");
  expect(screen.getByLabelText(/^Height/)).toHaveProperty("value", "tall");
});

test("what was typed and the page survive a reload", async () => {
  const store = await openForm();
  fillFirstPage();
  press("Continue");
  type(/^Height/, "171");
  expect(store.isSaveDue).toBe(true);
  window.dispatchEvent(new Event("pagehide"));
  expect(readText("registerPage")).toBe("life");
  cleanup();
  await openForm({ page: "life" });
  expect(screen.getByLabelText(/^Height/)).toHaveProperty("value", "171");
  press("Back");
  expect(screen.getByLabelText("Man")).toHaveProperty("checked", true);
});

test("another LINE user on the device does not see the draft", async () => {
  writeJson("registerForm", { ...completeDraft, account: `U${"f".repeat(32)}` });
  await openForm();
  expect(screen.getByLabelText(/^Nickname/)).toHaveProperty("value", "");
});

test("a draft of a newer build stays as it is", async () => {
  writeJson("registerForm", { schemaVersion: 99, nickname: "later" });
  const store = await openForm();
  type(/^Nickname/, "now");
  store.saveNow();
  expect(readText("registerForm")).toBe('{"schemaVersion":99,"nickname":"later"}');
});

test("a condition asks only once it is switched on, and its bounds are checked", async () => {
  await openForm({ page: "partner", draft: completeDraft });
  expect(screen.queryByLabelText("Age: from")).toBeNull();
  fireEvent.click(screen.getByRole("switch", { name: "Age" }));
  type(/^Age: from/, "40");
  type(/^Age: to/, "30");
  press("Continue");
  expect(heading()).toBe("Who you look for");
  const message = "Age: the upper bound must not be below the lower one";
  expect(within(await summary()).getByText(message)).toBeDefined();
  expect(screen.getByLabelText("Age: to").getAttribute("aria-invalid")).toBe("true");
  fireEvent.click(screen.getByRole("switch", { name: "Age" }));
  press("Continue");
  expect(heading()).toBe("Verification");
});

test("a submit with a broken rule goes to its page and field", async () => {
  await openForm({ page: "check", draft: { ...completeDraft, height: "999" }, photos: 1 });
  press("Send for review");
  await waitFor(() => expect(heading()).toBe("Looks and life"));
  expect(within(await summary()).getByText("Height must be 120 to 230 cm")).toBeDefined();
  type(/^Height/, "180");
  press("Save changes");
  expect(heading()).toBe("Check your answers");
});

test("an error of the server comes back to its page and goes when the value changes", async () => {
  const createUserProfile = async () => {
    const fields = [{ path: "reviewLink", code: "url", params: {} }];
    throw Object.assign(new Error("E002"), { code: "E002", fields });
  };
  const ports = { ...workingPorts(), createUserProfile };
  await openForm({ page: "check", draft: completeDraft, photos: 1, ports });
  press("Send for review");
  await waitFor(() => expect(heading()).toBe("Verification"));
  const message = "Enter a public web address that starts with https://";
  expect(within(await summary()).getByText(message)).toBeDefined();
  type(/^Link$/, "https://www.example.com/other");
  expect(screen.queryByText(message)).toBeNull();
});

test("two taps on submit send once", async () => {
  const calls: string[] = [];
  await openForm({ page: "check", draft: completeDraft, photos: 1, ports: workingPorts(calls) });
  const form = document.querySelector("form");
  if (!form) throw new Error("there is a form");
  fireEvent.submit(form);
  fireEvent.submit(form);
  await waitFor(() => expect(onDone).toHaveBeenCalledTimes(1));
  expect(calls.filter((call) => call === "create")).toHaveLength(1);
});

test("success forgets draft, page and photos", async () => {
  const store = await openForm({ page: "check", draft: completeDraft, photos: 1 });
  store.saveNow();
  press("Send for review");
  await waitFor(() => expect(onDone).toHaveBeenCalled());
  cleanup();
  for (const key of ["registerForm", "registerPage", "profilePhotos"] as const) {
    expect(readText(key)).toBeNull();
  }
});

test("without an answer everything stays, and the same can be sent again", async () => {
  let isOffline = true;
  const ports = workingPorts();
  const createUserProfile = async (...args: Parameters<typeof ports.createUserProfile>) => {
    if (isOffline) throw new NetworkError("no answer");
    return ports.createUserProfile(...args);
  };
  const store = await openForm({
    page: "check",
    draft: completeDraft,
    photos: 1,
    ports: { ...ports, createUserProfile },
  });
  press("Send for review");
  expect((await summary()).textContent).toContain("Everything you entered is still here");
  expect(readText("registerForm")).toContain("short meetings");
  expect(store.getState().picks.photos[0]).not.toBeNull();
  isOffline = false;
  press("Try again");
  await waitFor(() => expect(onDone).toHaveBeenCalled());
});

test("picked photos fill free slots and can be taken out", async () => {
  const store = await openForm({ page: "photos" });
  fireEvent.change(screen.getByLabelText("Add photo 1"), {
    target: { files: [pictureFile("a.png"), pictureFile("b.png")] },
  });
  await screen.findByRole("button", { name: "Remove photo 2" });
  press("Remove photo 1");
  expect(
    store
      .getState()
      .picks.photos.map((pick) => pick?.label ?? null)
      .slice(0, 2),
  ).toEqual([null, "b.png"]);
});

test("picked photos are there again after a reload", async () => {
  const store = await openForm({ page: "photos" });
  await store.addPhotos(1, [pictureFile("a.png")]);
  cleanup();
  render(
    <I18nProvider i18n={i18n}>
      <RegisterScreen
        userId={userId}
        place={{ page: "photos", isChange: false }}
        goTo={() => undefined}
        onDone={onDone}
        ports={workingPorts()}
      />
    </I18nProvider>,
  );
  expect(await screen.findByRole("button", { name: "Remove photo 2" })).toBeDefined();
});
