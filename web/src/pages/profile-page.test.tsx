import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import type { MyInfo } from "../api/account";
import { useMyInfo } from "../features/profile/use-my-info";
import {
  clearRegistration,
  clearResubmission,
} from "../features/registration/draft/clear-registration";
import { activate } from "../i18n/load";
import { setRegistration, setToken, setUserInfo } from "../session/session";
import { ProfilePage } from "./profile-page";

vi.mock(import("../features/profile/use-my-info"));
vi.mock(import("../features/registration/draft/clear-registration"));
vi.mock(import("../features/profile/profile-answers"));
vi.mock(import("../features/profile/photo-strip"));
vi.mock(import("../features/rights/own-data"));

const info = {
  userId: "U1",
  nickname: "小美",
  reviewStatus: "PENDING",
  avatar: null,
  review: { reasons: [] },
} as unknown as MyInfo;
const fresh = { info, isLoading: false, failedAt: null, reload: async () => undefined };

beforeAll(() => activate("en"));
beforeEach(() => {
  vi.resetAllMocks();
  setToken("token");
  setUserInfo(info);
  setRegistration("registered");
});
afterEach(cleanup);

function open() {
  render(
    <I18nProvider i18n={i18n}>
      <ProfilePage />
    </I18nProvider>,
  );
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("小美");
}

it("deletes what a sent form left on the device when the server answers", () => {
  vi.mocked(useMyInfo).mockReturnValue(fresh);
  open();
  expect(clearRegistration).toHaveBeenCalledExactlyOnceWith("U1");
  expect(clearResubmission).toHaveBeenCalledExactlyOnceWith("U1");
});

it("keeps the answers to a reviewer who still asks for them", () => {
  vi.mocked(useMyInfo).mockReturnValue({
    ...fresh,
    info: { ...info, reviewStatus: "NEEDS_INFO" },
  });
  open();
  expect(clearRegistration).toHaveBeenCalledOnce();
  expect(clearResubmission).not.toHaveBeenCalled();
});

it.each(["network", "gateway", "server"] as const)(
  "keeps unsent work while only the cached profile is at hand (failed: %s)",
  (failedAt) => {
    vi.mocked(useMyInfo).mockReturnValue({ ...fresh, failedAt });
    open();
    expect(clearRegistration).not.toHaveBeenCalled();
    expect(clearResubmission).not.toHaveBeenCalled();
  },
);
