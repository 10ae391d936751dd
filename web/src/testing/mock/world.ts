/** Everything that the mock of our server knows: one member, the people around them, and the reviewers' queue. */
import type { paths } from "#/api/schema";
import { refusal, type Schemas } from "./api";
import { claimOf, factsOf, inMinutes, summaryOf } from "./cases";
import * as people from "./people";

export interface Start {
  member: "newcomer" | "inReview" | "asked" | "approved" | "rejected";
  day: "people" | "empty";
  console: "lead" | "reviewer" | "signedOut";
}

export const starts: { readonly [Name in keyof Start]: readonly Start[Name][] } = {
  member: ["approved", "newcomer", "inReview", "asked", "rejected"],
  day: ["people", "empty"],
  console: ["lead", "reviewer", "signedOut"],
};

interface Conversation {
  match: Schemas["MatchResponse"];
  notes: Schemas["NoteResponse"][];
  /** The latest note that the member has read. */
  readTo: number;
}

interface Case {
  summary: Schemas["CaseSummary"];
  facts: Schemas["CaseFacts"];
  fence: number;
  decision: Schemas["DecisionRequest"] | null;
  effectAt: string | null;
  /** The work that the member of the app sees. */
  apply: ((decision: Schemas["DecisionRequest"]) => void) | null;
}

export type QueueQuery = NonNullable<paths["/review/cases"]["get"]["parameters"]["query"]>;

const kindActions: Record<Schemas["CaseKind"], Schemas["CaseAction"][]> = {
  REGISTRATION: ["APPROVE", "ASK_FOR_INFO", "REJECT"],
  RESUBMISSION: ["APPROVE", "ASK_FOR_INFO", "REJECT"],
  APPEAL: ["APPROVE", "ASK_FOR_INFO", "REJECT"],
  CHANGE: ["APPROVE", "REJECT"],
  REPORT: ["NO_ACTION", "UPHOLD", "WARN", "REMOVE_CONTENT", "SUSPEND"],
};

const noChanges = { changes: null, photos: [], proposedAt: null, latestDecision: null };
const noReports = { dismissed: 0, open: 1, upheld: 0 };

/** The state. All of it begins again with a new start. */
class State {
  /** Null for a person without an account. */
  info: Schemas["MyInfoResponse"] | null = null;
  introductions: Schemas["IntroductionResponse"][] = [];
  /** The introductions whose person has said yes. */
  yeses = new Set<string>();
  conversations: Conversation[] = [];
  news: Schemas["NewsEntry"][] = [];
  blocks: Schemas["BlockResponse"][] = [];
  privacy = people.choices;
  messages: Schemas["MessageChoicesBody"] = {
    ...{ introductions: true, matches: true, notes: true, reviews: true, isReachable: true },
    ...{ quietFrom: "22:00", quietUntil: "08:00" },
  };
  changes: Schemas["ProfileChangesResponse"] = noChanges;
  mails: Schemas["ShownMail"][] = [];
  /** The employer whose mailbox has a code. */
  codeFor = "google";
  reviewer: Schemas["ReviewerSessionResponse"] | null = null;
  cases = new Map<number, Case>();
  skips: Schemas["SkipResponse"][] = [];
  uploads = new Map<string, Blob>();
  /** The time by which the clock of the server is ahead. */
  aheadMs = 0;
  /** The answers to calls with an idempotency key. */
  protected kept = new Map<string, unknown>();
  protected coming: { atMs: number; act: () => void }[] = [];
  protected lastId = 100;
}

export class World extends State {
  constructor(start: Start) {
    super();
    this.restart(start);
  }

  restart({ member, day, console }: Start): void {
    Object.assign(this, new State());
    this.reviewer = console === "signedOut" ? null : this.reviewerOf(console);
    this.#fillQueue();
    if (member !== "newcomer") this.#fillAccount(member, day);
  }

  newId(): number {
    this.lastId += 1;
    return this.lastId;
  }

  nowMs(): number {
    return Date.now() + this.aheadMs;
  }

  now(aheadMs = 0): string {
    return new Date(this.nowMs() + aheadMs).toISOString();
  }

  /** Does this work at the first call after the wait. The mock has no timers, so a test needs no clean-up. */
  later(waitMs: number, act: () => void): void {
    this.coming.push({ atMs: this.nowMs() + waitMs, act });
  }

  /** Does the work whose time has come. */
  settle(): void {
    const due = this.coming.filter(({ atMs }) => atMs <= this.nowMs());
    this.coming = this.coming.filter((one) => !due.includes(one));
    for (const { act } of due) act();
  }

  /** Makes the answer of an idempotency key once. */
  once<Answer>(key: string | null, make: () => Answer): Answer {
    if (key === null) return make();
    if (!this.kept.has(key)) this.kept.set(key, make());
    return this.kept.get(key) as Answer;
  }

  /** Returns the member's account. Throws E001A without one. */
  member(): Schemas["MyInfoResponse"] {
    if (!this.info) throw refusal("E001A");
    return this.info;
  }

  /** Returns the account of an approved member. Throws E008 for another. */
  approved(): Schemas["MyInfoResponse"] {
    const info = this.member();
    if (info.reviewStatus !== "APPROVED") throw refusal("E008");
    return info;
  }

  /** Returns the item for which the condition holds. Throws E003 without one. */
  find<Item>(items: Iterable<Item>, isWanted: (item: Item) => boolean): Item {
    this.approved();
    for (const item of items) if (isWanted(item)) return item;
    throw refusal("E003");
  }

  conversation(id: string): Conversation {
    return this.find(this.conversations, ({ match }) => match.matchId === id);
  }

  tell(kind: Schemas["NewsKind"], more: Partial<Schemas["NewsEntry"]> = {}): void {
    const entry = { newsId: String(this.newId()), kind, at: this.now(), isRead: false, ...more };
    this.news = [entry, ...this.news];
  }

  addNote(conversation: Conversation, text: string, mine: boolean): Schemas["NoteResponse"] {
    const note = people.noteOf(conversation.notes.length + 1, { text, mine, sentAt: this.now() });
    conversation.notes.push(note);
    return note;
  }

  addMatch(
    { introductionId, person }: Schemas["IntroductionResponse"],
    answers = "",
  ): Conversation {
    const match = people.matchOf(introductionId, {
      person,
      since: this.now(),
      answers: { mine: answers, theirs: "你的照片讓我笑了。" },
    });
    const conversation: Conversation = { match, notes: [], readTo: 0 };
    this.conversations = [conversation, ...this.conversations];
    this.introductions = this.introductions.filter((one) => one.introductionId !== introductionId);
    this.tell("MATCH", { matchId: introductionId });
    return conversation;
  }

  /** Introduces the next people, of whom the first two say yes. */
  addDay(count: number): void {
    const day = this.now().slice(0, 10);
    for (let n = 0; n < count; n += 1) {
      const number = this.introductions.length + this.conversations.length;
      const introductionId = `introduction-${this.newId()}`;
      if (n < 2) this.yeses.add(introductionId);
      this.introductions.push({
        ...people.introductionOf(introductionId, { day, expiresAt: this.now(5 * 86_400_000) }),
        person: people.inventedPerson(number),
        why: { conditions: ["SMOKE"], sharedTagIds: [301, 302], distanceBand: "<10" },
      });
    }
    this.tell("INTRODUCTIONS", { day });
  }

  /** Puts the member's profile into the queue, and gives it to the reviewers. */
  submit(
    kind: "REGISTRATION" | "RESUBMISSION" | "APPEAL",
    facts: Partial<Schemas["CaseFacts"]> = {},
  ) {
    const info = this.member();
    info.reviewStatus = "PENDING";
    info.review = { reasons: [] };
    info.waiting = {
      submittedAt: this.now(),
      isAppeal: kind === "APPEAL",
      place: { number: this.cases.size + 1, isLater: false },
      usual: { halfWithinMinutes: 180, mostWithinMinutes: 1200 },
    };
    const sections = [sectionOf(info.profile)];
    this.addCase(
      { kind, evidence: info.profile.verifyMethod },
      { sections, ...facts },
      (decision) => this.decide(decision),
    );
  }

  /** Takes the member's profile out of the queue. Returns false if a reviewer has it. */
  takeBack(): boolean {
    const waiting = [...this.cases.values()].find(
      ({ summary, apply }) => apply && summary.kind !== "CHANGE" && summary.state === "OPEN",
    );
    if (!waiting || waiting.summary.holder) return false;
    waiting.summary.state = "WITHDRAWN";
    return true;
  }

  /** Applies the decision about the member's profile. */
  decide({ action, reasons }: Pick<Schemas["DecisionRequest"], "action" | "reasons">): void {
    const info = this.member();
    const outcomes = {
      APPROVE: "APPROVED",
      ASK_FOR_INFO: "NEEDS_INFO",
      REJECT: "REJECTED",
    } as const;
    const reviewStatus = outcomes[action as keyof typeof outcomes];
    const asked = (reasons ?? []).map(({ path }) => path as Schemas["Field"]);
    const asks = { askedAt: this.now(), askedFields: asked };
    info.waiting = null;
    info.reviewStatus = reviewStatus;
    info.review = {
      reasons: reasons ?? [],
      ...(reviewStatus === "NEEDS_INFO" ? asks : {}),
      ...(reviewStatus === "REJECTED" ? { appealUntil: people.inDays(180) } : {}),
    };
    this.tell("REVIEW_DECIDED", { reviewStatus });
  }

  /** Takes the proposal of the member back, or puts another in its place. */
  propose(fields: Schemas["ReviewedFields"] | null): void {
    for (const { summary, apply } of this.cases.values())
      if (summary.kind === "CHANGE" && apply && summary.state === "OPEN")
        summary.state = "WITHDRAWN";
    const photos = (fields?.photoNameList ?? []).map(people.pictureOf);
    const proposedAt = fields ? this.now() : null;
    this.changes = { ...this.changes, changes: fields, photos, proposedAt };
    if (!fields) return;
    this.addCase({ kind: "CHANGE" }, { sections: [sectionOf(fields)] }, ({ action, reasons }) => {
      const isAccepted = action === "APPROVE";
      if (isAccepted) this.changeProfile(fields);
      const outcome = isAccepted ? "ACCEPTED" : "REFUSED";
      const names = Object.keys(fields) as Schemas["Field"][];
      const latestDecision: Schemas["ChangeDecision"] = {
        ...{ outcome, decidedAt: this.now(), fields: names, reasons: reasons ?? [] },
      };
      this.changes = { changes: null, photos: [], proposedAt: null, latestDecision };
      this.tell("CHANGE_DECIDED", { outcome });
    });
  }

  /** Stores these answers. A draft has its numbers as texts. */
  changeProfile(answers: object): void {
    const info = this.member();
    const profile = { ...info.profile, ...answers };
    const numbers = { height: +profile.height, recommendDistanceKm: +profile.recommendDistanceKm };
    info.profile = { ...profile, ...numbers };
    info.nickname = profile.nickname;
    info.photos = profile.photoNameList.map(people.photoOf);
  }

  reviewerOf(role: "lead" | "reviewer"): Schemas["ReviewerSessionResponse"] {
    const expiresAt = inMinutes(12 * 60);
    return { name: "Ada", role: role === "lead" ? "LEAD" : "REVIEWER", expiresAt, isMember: false };
  }

  addCase(
    summary: Partial<Schemas["CaseSummary"]> & Pick<Schemas["CaseSummary"], "kind">,
    facts: Partial<Schemas["CaseFacts"]> = {},
    apply: Case["apply"] = null,
  ): void {
    const id = this.newId();
    const evidence = summary.evidence ?? "WORK_EMAIL";
    const isMailbox = evidence === "WORK_EMAIL";
    this.cases.set(id, {
      summary: summaryOf({ evidence, ...summary, id }),
      facts: factsOf({
        ...{ actions: kindActions[summary.kind], needsEmployer: !isMailbox },
        ...(isMailbox ? {} : { mailbox: null }),
        ...facts,
      }),
      ...{ fence: 0, decision: null, effectAt: null, apply },
    });
  }

  /** Returns a case of the queue. Throws E001A without a reviewer, and E003 without the case. */
  caseOf(id: string): Case {
    this.signedIn();
    const found = this.cases.get(Number(id));
    if (!found) throw refusal("E003");
    return found;
  }

  /** Returns a case that the reviewer holds. Throws E004 if another has it, or if it is decided. */
  held(id: string, fence: number): Case {
    const found = this.caseOf(id);
    const isMine = found.summary.holder?.isMe && found.fence === fence;
    if (!isMine || found.decision) throw this.conflict(found);
    return found;
  }

  signedIn(): Schemas["ReviewerSessionResponse"] {
    if (!this.reviewer) throw refusal("E001A");
    return this.reviewer;
  }

  conflict({ summary: { state, holder }, decision }: Case) {
    const decided = decision ? { decidedBy: "Ada", decidedAt: this.now() } : {};
    const standing = {
      state,
      holder: holder?.name ?? null,
      leaseUntil: holder?.leaseUntil ?? null,
    };
    return refusal("E004", { case: { ...standing, ...decided } });
  }

  claim(one: Case): Schemas["CaseClaim"] {
    const { summary } = one;
    if (summary.state !== "OPEN" || (summary.holder && !summary.holder.isMe))
      throw this.conflict(one);
    if (!summary.holder) one.fence += 1;
    summary.holder = { name: this.signedIn().name, isMe: true, leaseUntil: inMinutes(10) };
    return this.claimed(one) as Schemas["CaseClaim"];
  }

  claimed({ summary: { id, holder }, fence }: Case): Schemas["CaseClaim"] | null {
    return holder?.isMe ? claimOf({ id, fence, leaseUntil: holder.leaseUntil }) : null;
  }

  /** Returns the open cases that fit, the one that is due first before the others. */
  queue({ kind, evidence, employerId, olderThanHours }: QueueQuery): Case[] {
    this.signedIn();
    const before = this.nowMs() - (olderThanHours ?? 0) * 3_600_000;
    const fits = ({ summary }: Case) =>
      summary.state === "OPEN" &&
      (!kind || summary.kind === kind) &&
      (!evidence || summary.evidence === evidence) &&
      (!employerId || summary.employerId === employerId) &&
      Date.parse(summary.submittedAt) <= before;
    const order = ({ summary }: Case) => (summary.isUrgent ? "" : summary.dueAt);
    return [...this.cases.values()]
      .filter(fits)
      .sort((one, other) => order(one).localeCompare(order(other)));
  }

  #fillQueue(): void {
    const [mine, other] = [people.profileOf(), people.profileOf({ nickname: "小華", height: 168 })];
    const sections = [sectionOf(mine)];
    const proof = {
      label: "Document",
      field: "verifyTempFileName",
      id: "verifyTempFileName",
    } as const;
    const [photo] = factsOf().files;
    const files = photo ? [photo, { ...photo, id: "photoNameList[1]", label: "Photo 2" }] : [];
    const withProof = photo ? [...files, { ...photo, ...proof }] : [];
    const step = { at: inMinutes(-3000), caseKind: null, reviewer: "Grace" } as const;
    const reasons = [{ path: "aboutMe", code: "TOO_SHORT", note: "Tell us a little more." }];
    const history = [{ ...step, action: "ASK_FOR_INFO" as const, reasons }];
    const due = (hours: number) => ({ dueAt: inMinutes(hours * 60) });
    const grace = { name: "Grace", isMe: false, leaseUntil: inMinutes(8) };
    const document = { evidence: "DOCUMENT", employerId: "", employerName: "Enmusubi" } as const;
    const link = { evidence: "LINK", employerId: "tsmc" } as const;
    this.addCase({ kind: "REGISTRATION", ...due(-1) }, { sections, files });
    this.addCase({ kind: "REGISTRATION", ...due(5), ...document }, { sections, files: withProof });
    this.addCase({ kind: "REGISTRATION", ...due(9), holder: grace }, { sections, files });
    this.addCase({ kind: "RESUBMISSION", ...due(12), ...link }, { sections, files, history });
    const [section] = sections;
    const before = section && { ...section, rows: changedRows(mine, other) };
    this.addCase({ kind: "CHANGE", ...due(20) }, { sections: before ? [before] : [], files: [] });
    const appeal = { appeal: "我的公司信箱已經換過了，請再看一次。", history };
    this.addCase(
      { kind: "APPEAL", ...due(30), isSecondLook: true },
      { sections, files, ...appeal },
    );
    this.addReport("HARASSMENT", "He wrote to me again and again.", true);
    this.addReport("PHOTO", "", false);
  }

  addReport(category: Schemas["ReportCategory"], note: string, isUrgent: boolean): void {
    const sentAt = inMinutes(-30);
    const card = sectionOf(people.profileOf()).rows;
    const notes = [
      { isReporters: true, sentAt, text: "你好，週末有空嗎？" },
      { isReporters: false, sentAt, text: "為什麼不回我？" },
    ];
    const report = {
      ...{ category, note, sentAt, isOutOfSight: false, card, notes },
      ...{
        reportersAnswer: "",
        reportedAnswer: "",
        byReporter: noReports,
        aboutReported: noReports,
      },
    };
    const facts = { report, sections: [], mailbox: null, needsEmployer: false };
    this.addCase({ kind: "REPORT", isUrgent, dueAt: inMinutes(isUrgent ? 60 : 600) }, facts);
  }

  /** Creates the account of this LINE user. */
  register(userId: string, answers: object): void {
    this.info = people.infoOf({ userId });
    this.changeProfile({ ...people.emptyProfile, ...answers });
    this.submit("REGISTRATION");
  }

  #fillAccount(member: Exclude<Start["member"], "newcomer">, day: Start["day"]): void {
    this.info = people.infoOf();
    const reasons = [{ path: "aboutMe", code: "TOO_SHORT", note: "Tell us a little more." }];
    if (member === "inReview") this.submit("REGISTRATION");
    if (member === "asked") this.decide({ action: "ASK_FOR_INFO", reasons });
    if (member === "rejected") this.decide({ action: "REJECT", reasons });
    if (member === "approved") this.decide({ action: "APPROVE", reasons: [] });
    if (member === "approved" && day === "people") this.#fillDay();
  }

  #fillDay(): void {
    this.addDay(8);
    for (const introduction of this.introductions.slice(5))
      this.addMatch(introduction, "一起走走？");
    const [first, second] = this.conversations;
    if (first) {
      this.addNote(first, "嗨！我也喜歡那家麵包店。", true);
      first.readTo = this.addNote(first, "真的嗎？哪一種最好吃？", false).noteId;
      this.addNote(first, "星期六一起去嗎？", false);
      this.tell("NOTE", { matchId: first.match.matchId });
    }
    if (second) second.match.asksIfMet = true;
    this.blocks = [{ blockId: "block-1", day: this.now().slice(0, 10), nickname: "Rex" }];
  }
}

/** Returns the answers as a reviewer reads them. */
function sectionOf(answers: object): Schemas["FactSection"] {
  const rows = Object.entries(answers)
    .filter(([, value]) => value !== "" && !(Array.isArray(value) && value.length === 0))
    .map(([field, value]) => rowOf(field as Schemas["Field"], value));
  return { page: "basics", heading: "Basics", rows };
}

const rowOf = (field: Schemas["Field"], value: unknown, before: unknown = null) => ({
  ...{ field, label: field, text: String(value), before: before === null ? null : String(before) },
});

const changedRows = (before: Schemas["OwnProfile"], after: Schemas["OwnProfile"]) =>
  (["nickname", "height"] as const).map((name) => rowOf(name, after[name], before[name]));
