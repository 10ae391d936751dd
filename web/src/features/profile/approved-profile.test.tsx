import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { render, screen, within } from "@testing-library/react";
import { beforeAll, beforeEach, expect, it, vi } from "vitest";
import type { MyInfo } from "#/api/account";
import type { ProfileChanges } from "#/api/profile-changes";
import { loadCore } from "#/core/load";
import { activate, loadNamespaces } from "#/i18n/load";
import { paths } from "#/lib/paths";
import { completeDraft } from "#/profile-form/made-up.testing";
import { clearSession, setToken } from "#/session/session";
import { startFakeServer } from "#/testing/fake-server";
import { api } from "#/testing/mock/api";
import { ApprovedProfile } from "./approved-profile";

vi.mock(import("#/liff/liff"), async (original) => ({
  ...(await original()),
  getLiffUser: () => ({ userId: "U1", displayName: "Mei", statusMessage: undefined }),
}));

const none: ProfileChanges = { changes: null, photos: [], proposedAt: null, latestDecision: null };
const privacy = {
  pausedUntil: null,
  hideFromColleagues: false,
  showEmployer: false,
  readReceipts: false,
};

const server = startFakeServer([
  api.get("/privacy", ({ response }) => response(200).json(privacy)),
  api.get("/user-profile/changes", ({ response }) => response(200).json(none)),
  api.get("/matches", ({ response }) => response(200).json({ matches: [] })),
  api.get("/news", ({ response }) => response(200).json({ news: [] })),
]);

const info = {
  userId: "U1",
  nickname: "小明",
  reviewStatus: "APPROVED",
  avatar: null,
  profile: { ...completeDraft, height: 175, employerId: "google", photoNameList: ["a.png"] },
  photos: [{ fileId: "a.png", url: "data:,", thumbhash: "", width: 3, height: 4 }],
  review: { reasons: [] },
} as unknown as MyInfo;

beforeAll(async () => {
  await loadCore();
  await activate("en");
  await loadNamespaces("profile", "register", "vocabulary", "member");
});
beforeEach(() => {
  // A new session, so that no test sees the answers of the one before.
  clearSession();
  setToken("token");
});

function open(banner?: string) {
  render(
    <I18nProvider i18n={i18n}>
      <ApprovedProfile title="小明" info={info} avatarUrl={null} banner={banner}>
        {null}
      </ApprovedProfile>
    </I18nProvider>,
  );
}

const card = () => screen.findByRole("article", { name: /^小明, \d+$/ });

it("shows the member the card that others see, without what only reviewers see", async () => {
  open();
  const shown = (await card()).textContent;
  expect(shown).toContain("Taipei City");
  expect(shown).toContain("I like long walks and short meetings.");
  expect(shown).toContain("Employer verified");
  for (const hidden of ["王小明", "1992", "175", "Google"]) expect(shown).not.toContain(hidden);
  expect(screen.getByRole("img", { name: "Photo 1" })).toBeDefined();
});

it("names the employer on the card if the member shows it", async () => {
  const shown = { ...privacy, showEmployer: true };
  server.use(api.get("/privacy", ({ response }) => response(200).json(shown)));
  open();
  expect(await screen.findByText("Works at Google, verified")).toBeDefined();
});

it("links to everything that the member can change", async () => {
  open();
  await card();
  const menu = screen.getByRole("navigation", { name: "Your profile and settings" });
  const links = within(menu).getAllByRole("link");
  expect(links.map((link) => link.getAttribute("href"))).toEqual([
    paths.edit,
    paths.preferences,
    paths.privacy,
    paths.safety,
  ]);
  expect(links[0]?.textContent).not.toContain("waiting");
});

it("says in the menu that a change waits for review", async () => {
  const waiting = { ...none, changes: { height: 180 }, proposedAt: "2026-03-01T10:00:00Z" };
  server.use(api.get("/user-profile/changes", ({ response }) => response(200).json(waiting)));
  open();
  expect(await screen.findByText("A change is waiting for review")).toBeDefined();
});
