/** The table of who shows the failure of each call; docs/product.md says the same in words. */
import { beforeEach, expect, it, vi } from "vitest";
import { getLiffUser } from "#/liff/liff";
import { clearSession, setToken } from "#/session/session";
import { api, refuse, startFakeServer } from "#/testing/fake-server";
import { addToast } from "#/toasts/toasts";
import * as account from "./account";
import * as appeal from "./appeal";
import * as avatar from "./avatar";
import * as introductions from "./introductions";
import * as matches from "./matches";
import * as mockMails from "./mock-mails";
import * as mockPeople from "./mock-people";
import * as news from "./news";
import * as preferences from "./preferences";
import * as privacy from "./privacy";
import * as profileChanges from "./profile-changes";
import * as registration from "./registration";
import * as resubmission from "./resubmission";
import * as routeRules from "./route-rules";
import * as safety from "./safety";
import * as workEmail from "./work-email";

vi.mock(import("#/liff/liff"));
vi.mock(import("#/toasts/toasts"));

startFakeServer([
  api.untyped.all("/api/*", refuse(503, "E503", { headers: { "Retry-After": "9" } })),
]);

const file = new Blob(["bytes"]);
const { signal } = new AbortController();
const nothing = () => undefined;
const person = { matchId: "m" };
const choices: privacy.PrivacyChoices = {
  pausedUntil: null,
  hideFromColleagues: false,
  showEmployer: false,
  readReceipts: false,
};

/** A call with an example of its arguments, and the place that shows its failure. */
const table = {
  fetchReviewStatus: [account.fetchReviewStatus, "the banner of the connection"],
  login: [account.login, "the caller, whose call needs a session"],
  fetchMyInfo: [account.fetchMyInfo, "the profile page; the start page with a toast"],
  logout: [() => account.logout("token"), "none: the person is logged out on this device"],
  logoutEverywhere: [account.logoutEverywhere, "the section of the person's own data"],
  createRegistrationToken: [account.createRegistrationToken, "the sending screen"],
  createExportLink: [() => account.createExportLink("en"), "the section of the person's own data"],
  deleteUser: [() => account.deleteUser(null), "the dialog of the deletion"],
  sendAppeal: [() => appeal.sendAppeal("Words"), "the dialog of the appeal"],
  changeAvatar: [() => avatar.changeAvatar(file, nothing, signal), "the dialog of the avatar"],
  fetchMockMails: [mockMails.fetchMockMails, "the developers' page"],
  makePeople: [() => mockPeople.makePeople("U1", 50, "en"), "the developers' page"],
  moveToNextSet: [mockPeople.moveToNextSet, "the developers' page"],
  ensureRegistrationToken: [registration.ensureRegistrationToken, "the sending screen"],
  createUserProfile: [() => registration.createUserProfile({}, "k"), "the sending screen"],
  uploadTempFile: [() => registration.uploadTempFile(file, "photo"), "the sending screen"],
  isRegistered: [registration.isRegistered, "the sending screen"],
  resubmit: [() => resubmission.resubmit({}, "k"), "the check page of the resubmission"],
  takeBack: [resubmission.takeBack, "the profile page, with a toast"],
  uploadAsMember: [
    () => resubmission.uploadAsMember(file, "photo", nothing),
    "the check page of the resubmission",
  ],
  fetchPhoto: [() => resubmission.fetchPhoto("/api/photo"), "the page that opens the resubmission"],
  sendWorkEmailCode: [
    () => workEmail.sendWorkEmailCode(workEmail.withSession, "ibm", "me@ibm.com"),
    "the field of the address",
  ],
  confirmWorkEmail: [
    () => workEmail.confirmWorkEmail(workEmail.withSession, "123456", "k"),
    "the field of the code",
  ],
  fetchIntroductions: [introductions.fetchIntroductions, "the page of the introductions"],
  answerIntroduction: [
    () => introductions.answerIntroduction("i", "NO", ""),
    "the card of the introduction",
  ],
  fetchMatches: [matches.fetchMatches, "the page of the matches"],
  fetchNotes: [() => matches.fetchNotes("m"), "the conversation"],
  sendNote: [() => matches.sendNote("m", "Hello", "k"), "the note in the conversation"],
  markNotesRead: [() => matches.markNotesRead("m", 1), "none: the next note marks them again"],
  offerContact: [() => matches.offerContact("m", null), "the conversation"],
  tellIfMet: [() => matches.tellIfMet("m", true), "the question in the conversation"],
  leaveMatch: [() => matches.leaveMatch("m"), "the conversation"],
  fetchNews: [news.fetchNews, "the page of the news"],
  markNewsRead: [() => news.markNewsRead("n"), "none: the next visit marks them again"],
  fetchPreferences: [preferences.fetchPreferences, "the page of the preferences"],
  updatePreferences: [() => preferences.updatePreferences({}), "the bar with the save button"],
  fetchPrivacy: [privacy.fetchPrivacy, "the page of the privacy"],
  updatePrivacy: [() => privacy.updatePrivacy(choices), "below the choice, which goes back"],
  updateTexts: [() => profileChanges.updateTexts({}), "the page that edits the profile"],
  fetchChanges: [profileChanges.fetchChanges, "the page that edits the profile"],
  proposeChanges: [() => profileChanges.proposeChanges({}), "the page that edits the profile"],
  withdrawChanges: [profileChanges.withdrawChanges, "the page that edits the profile"],
  updatePlace: [() => profileChanges.updatePlace(null), "below the buttons of the place"],
  fetchBlocks: [safety.fetchBlocks, "the list of blocked people"],
  blockPerson: [() => safety.blockPerson(person), "the dialog of the block"],
  endBlock: [() => safety.endBlock("b"), "the row of the blocked person"],
  reportPerson: [() => safety.reportPerson(person, "OTHER", "Words"), "the dialog of the report"],
} as const satisfies Record<string, readonly [() => Promise<unknown>, string]>;

/** These make no call of their own, or never fail. */
const others = [
  "deleteRegistrationToken",
  "fetchRouteRule",
  "idTokenHeaders",
  "withRegistrationToken",
  "withSession",
];

beforeEach(() => {
  vi.resetAllMocks();
  const user = { userId: "U1", displayName: "Mei", statusMessage: undefined };
  vi.mocked(getLiffUser).mockReturnValue(user);
  clearSession();
  setToken("mine");
});

it("has a line for every call", () => {
  const modules = [
    account,
    appeal,
    avatar,
    introductions,
    matches,
    mockMails,
    mockPeople,
    news,
    preferences,
    privacy,
    profileChanges,
    registration,
    resubmission,
    routeRules,
    safety,
    workEmail,
  ];
  const names = modules.flatMap((module) => Object.keys(module));
  expect(names.sort()).toEqual([...Object.keys(table), ...others].sort());
});

it.each(Object.entries(table))("%s leaves its failure to its place", async (_, [call]) => {
  await expect(call()).rejects.toThrow();
  expect(addToast).not.toHaveBeenCalled();
});
