import { beforeEach, expect, it, vi } from "vitest";
import { loginToLineAgain } from "#/liff/liff";
import { resetLineLoginRetry, retryLineLogin } from "./line-login-retry";

vi.mock(import("#/liff/liff"));

beforeEach(() => {
  vi.resetAllMocks();
  resetLineLoginRetry();
});

it("logs in to LINE once more, and not a third time", () => {
  expect(retryLineLogin()).toBe(true);
  expect(retryLineLogin()).toBe(false);
  expect(loginToLineAgain).toHaveBeenCalledTimes(1);
});

it("may retry again after a success or a fresh start", () => {
  retryLineLogin();
  resetLineLoginRetry();
  expect(retryLineLogin()).toBe(true);
});

it("does not log in again if the browser cannot store the mark that ends the loop", () => {
  const refuse = () => {
    throw new DOMException("refused", "QuotaExceededError");
  };
  vi.stubGlobal("localStorage", { getItem: refuse, setItem: refuse, removeItem: refuse });
  expect(retryLineLogin()).toBe(false);
  expect(loginToLineAgain).not.toHaveBeenCalled();
  vi.unstubAllGlobals();
});
