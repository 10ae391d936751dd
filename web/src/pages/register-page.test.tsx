import { cleanup, render } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { RegistrationScreen } from "#/features/registration/registration-screen";
import { paths } from "#/lib/paths";
import { getLiffUser } from "#/liff/liff";
import { navigate } from "#/navigation/navigation";
import { identifyMember } from "#/person/identify-member";
import { clearSession, setRegistration } from "#/session/session";
import { removeStored, writeText } from "#/storage/local";
import { RegisterPage } from "./register-page";

vi.mock(import("#/features/registration/registration-screen"));
vi.mock(import("#/liff/liff"));
vi.mock(import("#/navigation/navigation"), { spy: true });
vi.mock(import("#/person/identify-member"));

beforeEach(() => {
  vi.resetAllMocks();
  const user = { userId: "U1", displayName: "Mei", statusMessage: undefined };
  vi.mocked(getLiffUser).mockReturnValue(user);
  vi.mocked(navigate).mockResolvedValue(undefined);
  vi.mocked(identifyMember).mockResolvedValue(undefined);
  clearSession();
  setRegistration("registered");
});
afterEach(() => {
  cleanup();
  removeStored("redirectPath");
});

/** Opens the page, and returns what it does once the form was sent. */
function open() {
  render(<RegisterPage />);
  const [props] = vi.mocked(RegistrationScreen).mock.lastCall ?? [];
  if (!props) throw new Error("the page shows no form");
  return props.onArrived;
}

it("opens the home page after the form was accepted", async () => {
  expect(await open()("accepted")).toBe(true);
  expect(navigate).toHaveBeenCalledExactlyOnceWith(paths.index, { replace: true });
});

it.each(["earlierAccepted", "notNeeded"] as const)(
  "opens the profile after the outcome %s, whose screen offers to show it",
  async (outcome) => {
    expect(await open()(outcome)).toBe(true);
    expect(navigate).toHaveBeenCalledExactlyOnceWith(paths.profile, { replace: true });
  },
);

it("returns to the place that the person asked for before they registered", async () => {
  writeText("redirectPath", "/profile?a=b");
  expect(await open()("accepted")).toBe(true);
  expect(navigate).toHaveBeenCalledExactlyOnceWith("/profile?a=b", { replace: true });
});

it("stays while the server is out of reach", async () => {
  setRegistration("notRegistered");
  expect(await open()("accepted")).toBe(false);
  expect(navigate).not.toHaveBeenCalled();
});
