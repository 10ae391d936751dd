import { beforeEach, expect, it, vi } from "vitest";
import { loginToLineAgain } from "../liff/liff";
import { forgetSecondLogin, loginOnceMore } from "./second-login";

vi.mock("../liff/liff");

beforeEach(() => {
  vi.resetAllMocks();
  forgetSecondLogin();
});

it("logs in to LINE once more, and not a third time", () => {
  expect(loginOnceMore()).toBe(true);
  expect(loginOnceMore()).toBe(false);
  expect(loginToLineAgain).toHaveBeenCalledTimes(1);
});

it("may try again after a success or a fresh start", () => {
  loginOnceMore();
  forgetSecondLogin();
  expect(loginOnceMore()).toBe(true);
});

it("does not log in again where nothing is kept that could end it", () => {
  const refuse = () => {
    throw new DOMException("refused", "QuotaExceededError");
  };
  vi.stubGlobal("localStorage", { getItem: refuse, setItem: refuse, removeItem: refuse });
  expect(loginOnceMore()).toBe(false);
  expect(loginToLineAgain).not.toHaveBeenCalled();
  vi.unstubAllGlobals();
});
