import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { beforeAll, beforeEach, expect, it, vi } from "vitest";
import type { MyInfo } from "#/api/account";
import {
  clearRegistration,
  clearResubmission,
} from "#/features/registration/draft/clear-registration";
import { removeAppealDraft } from "#/features/rights/appeal-draft";
import { activate, loadNamespaces } from "#/i18n/load";
import { text } from "#/i18n/use-text";
import { paths } from "#/lib/paths";
import { useMyInfo } from "#/member/use-my-info";
import { navigate } from "#/navigation/navigation";
import { askToConfirm } from "#/overlays/open-dialog";
import { getSession, setRegistration, setToken, setUserInfo } from "#/session/session";
import { breakConnection, refuse, startFakeServer } from "#/testing/fake-server";
import { api } from "#/testing/mock/api";
import { addToast } from "#/toasts/toasts";
import { ProfilePage } from "./profile-page";

vi.mock(import("#/member/use-my-info"));
vi.mock(import("#/features/registration/draft/clear-registration"));
vi.mock(import("#/features/profile/profile-answers"));
vi.mock(import("#/features/profile/photo-strip"));
vi.mock(import("#/features/rights/own-data"));
vi.mock(import("#/features/rights/appeal-draft"));
vi.mock(import("#/toasts/toasts"));
vi.mock(import("#/overlays/open-dialog"));
vi.mock(import("#/navigation/navigation"), { spy: true });

const info = {
  userId: "U1",
  nickname: "小美",
  reviewStatus: "PENDING",
  avatar: null,
  review: { reasons: [] },
} as unknown as MyInfo;
const fresh = { info, isLoading: false, failedAt: null, reload: async () => undefined };

const server = startFakeServer([
  api.post("/user-profile/withdrawal", ({ response }) =>
    response(200).json({ reviewStatus: "NEEDS_INFO", takenBack: true }),
  ),
]);

beforeAll(async () => {
  await activate("en");
  await loadNamespaces("profile", "rights");
});
beforeEach(() => {
  vi.resetAllMocks();
  setToken("token");
  setUserInfo(info);
  setRegistration("registered");
});

function open(review: Partial<MyInfo> = {}, reload = async () => undefined) {
  if (review.reviewStatus)
    vi.mocked(useMyInfo).mockReturnValue({
      ...fresh,
      reload,
      info: { ...info, ...review } as MyInfo,
    });
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

/** The person says yes, and the dialog does the work. */
const sayYes: typeof askToConfirm = async (_, work) => {
  try {
    await work?.run();
    return true;
  } catch (error) {
    shownFailures.push(work?.describe(error).title);
    return false;
  }
};
const shownFailures: unknown[] = [];

const takeItBack = async () => {
  await act(async () =>
    fireEvent.click(screen.getByRole("button", { name: "Take it back and edit" })),
  );
};

it("takes a waiting profile back once the person has confirmed it, and opens the form", async () => {
  vi.mocked(navigate).mockResolvedValue(undefined);
  vi.mocked(askToConfirm).mockResolvedValueOnce(false);
  open({ reviewStatus: "PENDING" });
  await takeItBack();
  expect(vi.mocked(askToConfirm).mock.calls[0]?.[0].text).toContain(
    "your place in the queue starts again",
  );
  expect(server.paths()).toEqual([]);
  vi.mocked(askToConfirm).mockImplementationOnce(sayYes);
  await takeItBack();
  expect(server.paths()).toEqual(["POST /user-profile/withdrawal"]);
  expect(getSession().userInfo).toMatchObject({ reviewStatus: "NEEDS_INFO", isTakenBack: true });
  expect(navigate).toHaveBeenCalledExactlyOnceWith(paths.register);
});

it("explains that a reviewer came first, and shows the new status", async () => {
  vi.mocked(askToConfirm).mockImplementation(sayYes);
  server.use(api.post("/user-profile/withdrawal", refuse(403, "E008")));
  const reload = vi.fn(async () => undefined);
  open({ reviewStatus: "PENDING" }, reload);
  await takeItBack();
  expect(vi.mocked(addToast).mock.calls[0]?.[0]).toContain("A reviewer has already started");
  expect(reload).toHaveBeenCalledOnce();
  expect(navigate).not.toHaveBeenCalled();
  expect(getSession().userInfo?.reviewStatus).toBe("PENDING");
});

it("shows why a profile could not be taken back, and lets the person try again", async () => {
  vi.mocked(askToConfirm).mockImplementation(sayYes);
  server.use(api.post("/user-profile/withdrawal", breakConnection, { once: true }));
  vi.mocked(navigate).mockResolvedValue(undefined);
  const reload = vi.fn(async () => undefined);
  open({ reviewStatus: "PENDING" }, reload);
  await takeItBack();
  expect(shownFailures).toEqual([text("failure.network")]);
  // The server may have taken the profile back before its answer was lost.
  expect(reload).toHaveBeenCalledOnce();
  expect(navigate).not.toHaveBeenCalled();
  await takeItBack();
  expect(navigate).toHaveBeenCalledOnce();
});

it.each(["IN_REVIEW", "NEEDS_INFO", "REJECTED", "SUSPENDED"] as const)(
  "offers to take a profile back only while it waits, not when it is %s",
  (reviewStatus) => {
    open({ reviewStatus });
    expect(screen.queryByRole("button", { name: "Take it back and edit" })).toBeNull();
  },
);

it("leads to the form of a profile that was taken back", () => {
  const review = { reasons: [], askedFields: ["nickname"], takenBack: true } as MyInfo["review"];
  open({ reviewStatus: "NEEDS_INFO", review });
  expect(screen.getByRole("heading", { name: "You took your profile back" })).toBeDefined();
  expect(screen.getByRole("link", { name: "Edit and send" }).getAttribute("href")).toBe(
    paths.register,
  );
});

const waiting: NonNullable<MyInfo["waiting"]> = {
  submittedAt: "2026-03-01T10:00:00.000Z",
  isAppeal: false,
  place: { number: 3, isLater: false },
  usual: { halfWithinMinutes: 180, mostWithinMinutes: 1200 },
};

it("says to a member who waits that there is nothing to do, and how long it takes", () => {
  open({ reviewStatus: "PENDING", waiting });
  const lines = screen.getByRole("region").textContent;
  expect(lines).toMatch(/^Waiting for reviewThere’s nothing you need to do now\./);
  expect(lines).toContain("Number 3");
  expect(lines).toContain("Half within 3 hours, most within 20 hours");
});

it("keeps the last known waiting time while the server is out of reach", () => {
  vi.mocked(useMyInfo).mockReturnValue({
    ...fresh,
    info: { ...info, waiting },
    failedAt: "network",
  });
  open();
  expect(screen.getByText("Number 3")).toBeDefined();
});

it("says to a member who has appealed that another reviewer decides, and offers no way back", () => {
  open({ reviewStatus: "PENDING", waiting: { ...waiting, isAppeal: true } });
  expect(screen.getByRole("heading", { name: "Waiting for another review" })).toBeDefined();
  expect(screen.queryByRole("button", { name: "Take it back and edit" })).toBeNull();
});

it("offers an appeal while it is possible, and keeps its words on the device", () => {
  const review = { reasons: [], appealUntil: "2026-08-31T10:00:00.000Z" };
  open({ reviewStatus: "REJECTED", review });
  expect(screen.getByRole("button", { name: "Ask for another review" })).toBeDefined();
  expect(screen.getByText("You can do this until August 31, 2026.")).toBeDefined();
  expect(removeAppealDraft).not.toHaveBeenCalled();
});

it("says that a rejection is final if no appeal is possible, and deletes its words", () => {
  open({ reviewStatus: "REJECTED" });
  expect(screen.getByText(/This decision is final\./)).toBeDefined();
  expect(screen.queryByRole("button", { name: "Ask for another review" })).toBeNull();
  expect(removeAppealDraft).toHaveBeenCalledExactlyOnceWith("U1");
});
