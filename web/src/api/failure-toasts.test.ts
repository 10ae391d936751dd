import { beforeAll, beforeEach, expect, it, vi } from "vitest";
import { activate } from "#/i18n/load";
import { text } from "#/i18n/use-text";
import { addToast } from "#/toasts/toasts";
import { ApiError, NetworkError } from "./error";
import { resetShownFailures, showFailureToast, showUnseenFailure } from "./failure-toasts";

vi.mock(import("#/toasts/toasts"));

const failure = (code: ConstructorParameters<typeof ApiError>[1]) =>
  new ApiError(400, code, "a reason", [], null);

beforeAll(() => activate("en"));
beforeEach(() => {
  vi.mocked(addToast).mockReset();
  resetShownFailures();
});

it("shows a red toast of three seconds with the cause, for each failure", () => {
  const toast = [text("failure.E004"), { color: "red", durationMs: 3000 }];
  showFailureToast(failure("E004"));
  showFailureToast(failure("E004"));
  expect(vi.mocked(addToast).mock.calls).toEqual([toast, toast]);
});

it("says that no answer came", () => {
  showFailureToast(new NetworkError("no answer"));
  expect(addToast).toHaveBeenCalledWith(text("failure.network"), expect.anything());
});

it.each(["E001", "E001A", "E001B"] as const)(
  "shows the toast of %s once, until the next login",
  (code) => {
    showFailureToast(failure(code));
    showFailureToast(failure(code));
    expect(addToast).toHaveBeenCalledTimes(1);
    resetShownFailures();
    showFailureToast(failure(code));
    expect(addToast).toHaveBeenCalledTimes(2);
  },
);

it("shows no toast while the screen that shows the failure is there", () => {
  showUnseenFailure(failure("E004"), true);
  expect(addToast).not.toHaveBeenCalled();
  showUnseenFailure(failure("E004"), false);
  expect(addToast).toHaveBeenCalledOnce();
});
