/** The page of the verification, as a person with a work mailbox uses it. */
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { beforeAll, beforeEach, expect, it, vi } from "vitest";
import { ApiError, NetworkError } from "#/api/error";
import type { Core, ProfileDraft } from "#/core/core";
import { loadCore } from "#/core/load";
import { activate, loadNamespaces } from "#/i18n/load";
import * as config from "#/lib/config";
import { AnswersStore } from "#/profile-form/answers/answers-store";
import { emptyDraft, plainRepository } from "#/profile-form/answers/form.testing";
import { FormProvider } from "#/profile-form/answers/form-context";
import { emptyPhotoList } from "#/profile-form/files/photo-list";
import { PhotoStore } from "#/profile-form/files/photo-store";
import { focusControl } from "#/profile-form/frame/error-summary";
import { userId } from "#/profile-form/made-up.testing";
import { VerificationPage } from "#/profile-form/pages/verification-page";
import { setOnline } from "#/testing/online";
import { checkConfirmed, WorkEmailContext } from "./work-email-context";
import { digitsOf } from "./work-email-steps";
import { type WorkEmailPorts, WorkEmailStore } from "./work-email-store";

vi.mock(import("#/logos/preload"), () => ({ preloadLogos: async () => true }));

const ports = {
  sendCode: vi.fn<WorkEmailPorts["sendCode"]>(),
  confirm: vi.fn<WorkEmailPorts["confirm"]>(),
};
let core: Core;

beforeAll(async () => {
  core = await loadCore();
  await activate("en");
  await loadNamespaces("register", "vocabulary", "errors");
});
beforeEach(() => {
  window.localStorage.clear();
  ports.sendCode.mockReset().mockResolvedValue();
  ports.confirm
    .mockReset()
    .mockResolvedValue({ employerId: "ibm", expiresAt: "2999-01-01T00:00:00Z" });
});

function open(
  draft: ProfileDraft = {},
  workEmail: WorkEmailStore | null = new WorkEmailStore(userId, ports),
): AnswersStore {
  const store = new AnswersStore(
    core,
    { draft: emptyDraft(core) },
    {
      files: new PhotoStore(userId, emptyPhotoList(6)),
      repository: plainRepository,
      checkMore: (checked) => checkConfirmed(workEmail, checked),
    },
  );
  for (const [name, value] of Object.entries(draft)) {
    store.setField(name as keyof ProfileDraft, value as never);
  }
  render(
    <I18nProvider i18n={i18n}>
      <WorkEmailContext value={workEmail}>
        <FormProvider store={store}>
          <form>
            <VerificationPage />
          </form>
        </FormProvider>
      </WorkEmailContext>
    </I18nProvider>,
  );
  return store;
}

const atIbm: ProfileDraft = { verifyMethod: "WORK_EMAIL", employerId: "ibm" };
const email = () => screen.getByLabelText<HTMLInputElement>("Work email address");
const code = () => screen.getByLabelText<HTMLInputElement>("Code from the email");
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>("button", { name });
const type = (box: HTMLElement, value: string) => fireEvent.change(box, { target: { value } });
const press = async (name: string | RegExp) => {
  await act(async () => fireEvent.click(button(name)));
};
/** Asks for a code to `me@ibm.com`. */
async function send() {
  type(email(), "me@ibm.com");
  await press("Send code");
}

it("offers a work mailbox only if the deployment can send a code", () => {
  open({}, null);
  expect(screen.getAllByRole("radio")).toHaveLength(2);
  cleanup();
  open();
  const quickest = screen.getByRole("radio", { name: /^Work email/ });
  expect(quickest.closest("label")?.textContent).toContain("we send a code");
});

it("asks for the address after the person chose the employer, and names its domains", () => {
  const store = open({ verifyMethod: "WORK_EMAIL" });
  expect(screen.queryByLabelText("Work email address")).toBeNull();
  act(() => store.setField("employerId", "meta"));
  expect(document.getElementById("field-workEmail-hint")?.textContent).toContain(
    "meta.com, fb.com",
  );
  expect(email()).toMatchObject({ type: "email", inputMode: "email", autocomplete: "email" });
  expect(email().getAttribute("autocapitalize")).toBe("none");
});

it("confirms a mailbox with a pasted code, as soon as six digits are there", async () => {
  const store = open(atIbm);
  expect(store.submitPage("verification")).toBe(false);
  await send();
  expect(ports.sendCode).toHaveBeenCalledExactlyOnceWith("ibm", "me@ibm.com");
  expect(document.activeElement).toBe(code());
  expect(code().getAttribute("autocomplete")).toBe("one-time-code");
  type(code(), "12３ 45");
  expect(ports.confirm).not.toHaveBeenCalled();
  await act(async () => type(code(), "１２３ 456"));
  expect(ports.confirm).toHaveBeenCalledExactlyOnceWith("123456", expect.any(String));
  expect(screen.getByText("Confirmed at IBM").parentElement?.textContent).toContain("me@ibm.com");
  expect(store.submitPage("verification")).toBe(true);
});

it("sends the code on Enter, which does not submit the form there", async () => {
  open(atIbm);
  type(email(), "me@ibm.com");
  const isUntouched = fireEvent.keyDown(email(), { key: "Enter" });
  expect(isUntouched).toBe(false);
  await waitFor(() => expect(ports.sendCode).toHaveBeenCalledOnce());
});

it.each([
  ["while a word is composed", { isComposing: true }],
  ["that ends a word in Safari", { keyCode: 229 }],
])("does nothing on an Enter %s", (_, init) => {
  open(atIbm);
  type(email(), "me@ibm.com");
  expect(fireEvent.keyDown(email(), { key: "Enter", ...init })).toBe(true);
  expect(ports.sendCode).not.toHaveBeenCalled();
});

it("reads the digits of an input method once it has composed them", async () => {
  open(atIbm);
  await send();
  fireEvent.compositionStart(code());
  for (const value of ["１２", "１２３４５６"]) {
    fireEvent.input(code(), { target: { value }, isComposing: true });
    expect(code().value).toBe(value);
  }
  expect(ports.confirm).not.toHaveBeenCalled();
  await act(async () => fireEvent.compositionEnd(code()));
  expect(ports.confirm).toHaveBeenCalledExactlyOnceWith("123456", expect.any(String));
});

it("selects a wrong code, and does not send it again by itself", async () => {
  const fields = [{ path: "code", code: "confirmation_code", params: {} }] as const;
  ports.confirm.mockRejectedValue(new ApiError(422, "E002", "", fields));
  open(atIbm);
  await send();
  await act(async () => type(code(), "000000"));
  expect(document.getElementById("field-workEmailCode-error")?.textContent).toContain("wrong");
  expect(code().getAttribute("aria-invalid")).toBe("true");
  expect(document.activeElement).toBe(code());
  expect([code().selectionStart, code().selectionEnd]).toEqual([0, 6]);
  expect(ports.confirm).toHaveBeenCalledOnce();
  await press("Confirm");
  expect(ports.confirm).toHaveBeenCalledTimes(2);
});

it("announces the error of a box that has the focus already", async () => {
  open(atIbm);
  const saidAt = (box: HTMLElement) => {
    const id = box.getAttribute("aria-describedby")?.split(" ").at(-1) ?? "";
    return document.getElementById(id)?.parentElement?.getAttribute("role");
  };
  fireEvent.keyDown(email(), { key: "Enter" });
  await waitFor(() => expect(saidAt(email())).toBe("status"));
  await send();
  const fields = [{ path: "code", code: "confirmation_code", params: {} }] as const;
  ports.confirm.mockRejectedValue(new ApiError(422, "E002", "", fields));
  const live = screen.getByRole("status");
  expect(live.textContent).toBe("");
  await act(async () => type(code(), "000000"));
  expect(live.textContent).toContain("wrong");
});

it("keeps the method that the person chose while the answer was on its way", async () => {
  let answer = (): void => undefined;
  ports.sendCode.mockReturnValueOnce(
    new Promise((resolve) => {
      answer = resolve;
    }),
  );
  const store = open(atIbm);
  await send();
  fireEvent.click(screen.getByRole("radio", { name: /document/i }));
  await act(async () => answer());
  expect(store.getState().draft.verifyMethod).toBe("DOCUMENT");
});

it("keeps the server's error after another code could not be sent", async () => {
  const store = open(atIbm);
  await send();
  const doubt = { path: "verifyMethod", code: "email_unconfirmed", params: {} } as const;
  act(() => store.setServerErrors([doubt]));
  vi.useFakeTimers({ now: Date.now() + 61_000, toFake: ["Date"] });
  ports.sendCode.mockRejectedValue(new ApiError(503, "E503", "", []));
  await waitFor(() => expect(button("Send another code").disabled).toBe(false), { timeout: 3000 });
  await press("Send another code");
  vi.useRealTimers();
  expect(store.getState().serverErrors).toEqual([doubt]);
});

it("says where the code is if the server only pretends to send mails", async () => {
  const findConfig = vi.spyOn(config, "findConfig").mockReturnValue(null);
  open(atIbm);
  await send();
  expect(screen.queryByRole("link", { name: "/dev" })).toBeNull();
  findConfig.mockReturnValue({ mockEnable: true } as config.PublicConfig);
  cleanup();
  open(atIbm);
  expect(screen.getByRole("link", { name: "/dev" })).toHaveProperty("target", "_blank");
  findConfig.mockRestore();
});

it("counts down to another code", async () => {
  open(atIbm);
  await send();
  expect(button(/^Send another code in (1:00|0:59)$/).disabled).toBe(true);
});

it("goes back to the address, which stays in its box", async () => {
  open(atIbm);
  await send();
  await press("Use another address");
  expect(email().value).toBe("me@ibm.com");
  expect(document.activeElement).toBe(email());
});

it("explains that the server is out of reach, and keeps the address", async () => {
  setOnline(false);
  ports.sendCode.mockRejectedValue(new NetworkError("no network"));
  open(atIbm);
  await send();
  expect(screen.getByRole("alert").textContent).toContain("couldn’t reach the server");
  expect(email().value).toBe("me@ibm.com");
});

it("has a box for the code of a mail that may have been sent, and says so", async () => {
  ports.sendCode.mockRejectedValueOnce(new NetworkError("no answer"));
  open(atIbm);
  await send();
  expect(document.activeElement).toBe(code());
  expect(screen.getByRole("alert").textContent).toContain("the email may be on its way");
  expect(screen.queryByText(/^We sent a 6-digit code/)).toBeNull();
  await press("Send another code");
  expect(ports.sendCode).toHaveBeenCalledTimes(2);
  expect(screen.queryByRole("alert")).toBeNull();
  expect(screen.getByText(/^We sent a 6-digit code/)).toBeDefined();
});

it("keeps a code whose answer was lost, and sends the same code again", async () => {
  ports.confirm.mockRejectedValueOnce(new NetworkError("no answer"));
  open(atIbm);
  await send();
  await act(async () => type(code(), "123456"));
  expect(screen.getByRole("alert").textContent).toContain("Your code is still here");
  expect(code().value).toBe("123456");
  expect(code().selectionStart).toBe(code().selectionEnd);
  await press("Confirm");
  const [first, again] = ports.confirm.mock.calls;
  expect(first?.[0]).toBe("123456");
  expect(again).toEqual(first);
  expect(screen.getByText("Confirmed at IBM")).toBeDefined();
});

it("shows the mailbox that verified the profile, and accepts another one instead", async () => {
  const store = open(atIbm, new WorkEmailStore(userId, ports, "ibm"));
  expect(screen.getByText("Confirmed at IBM").parentElement?.textContent).toContain(
    "The address you confirmed earlier",
  );
  expect(store.submitPage("verification")).toBe(true);
  await press("Use another address");
  expect(document.activeElement).toBe(email());
  expect(store.submitPage("verification")).toBe(false);
  await press("Keep the confirmed address");
  expect(store.submitPage("verification")).toBe(true);
  await press("Use another address");
  await send();
  await act(async () => type(code(), "123456"));
  expect(screen.getByText("Confirmed at IBM").parentElement?.textContent).toContain("me@ibm.com");
});

it("asks the person to try later if the server cannot send mail", async () => {
  ports.sendCode.mockRejectedValue(new ApiError(503, "E503", "", []));
  open(atIbm);
  await send();
  expect(screen.getByRole("alert").textContent).toContain("couldn’t send the email just now");
});

it("leads from the error of an unconfirmed mailbox to the box that corrects it", async () => {
  const store = open(atIbm);
  act(() => void store.submitPage("verification"));
  const error = document.getElementById("field-workEmail-error");
  expect(error?.textContent).toBe("Confirm your work email first");
  expect(screen.getAllByText("Confirm your work email first")).toHaveLength(1);
  expect(store.submittedErrors()).toContainEqual({
    path: "verifyMethod",
    code: "email_unconfirmed",
    params: {},
  });
  focusControl("verifyMethod");
  expect(document.activeElement).toBe(email());
  await send();
  focusControl("verifyMethod");
  expect(document.activeElement).toBe(code());
});

it("asks for a code again if the server says that the mailbox is not confirmed", async () => {
  const store = open(atIbm);
  await send();
  await act(async () => type(code(), "123456"));
  expect(screen.queryByText("Confirmed at IBM")).not.toBeNull();
  act(() =>
    store.setServerErrors([{ path: "verifyMethod", code: "email_unconfirmed", params: {} }]),
  );
  expect(screen.queryByText("Confirmed at IBM")).toBeNull();
  await press("Send code");
  await act(async () => type(code(), "123456"));
  expect(screen.queryByText("Confirmed at IBM")).not.toBeNull();
  expect(store.getState().serverErrors).toEqual([]);
});

it("does not accept the mailbox of one employer for another", async () => {
  const store = open(atIbm);
  await send();
  await act(async () => type(code(), "123456"));
  act(() => store.setField("employerId", "sap"));
  expect(screen.queryByText(/^Confirmed at/)).toBeNull();
  expect(store.submitPage("verification")).toBe(false);
});

it.each([
  ["123456", "123456"],
  ["123 456", "123456"],
  ["１２３４５６", "123456"],
  [" 123-456\n", "123456"],
  ["Your code: 123456.", "123456"],
  ["1234567", "123456"],
  ["12a", "12"],
  ["", ""],
])("reads %j as the code %j", (typed, digits) => {
  expect(digitsOf(typed)).toBe(digits);
});
