/**
 * Sends a member's notes and answers to introductions. Each such entry is stored before it is sent and deleted after
 * the server has it, so that neither a tunnel nor a closed app loses an entry. The registration form has an outbox of
 * its own, because it also has uploads and versions.
 */

import { ApiError, type ErrorCode, hasCode, isTransient, mayPass } from "#/api/error";
import { answerIntroduction, type IntroductionAnswer } from "#/api/introductions";
import { type Note, sendNote } from "#/api/matches";
import type { Account } from "#/lib/account";
import { type NextAttempt, patientPolicy, retry } from "#/lib/retry";
import { sleep } from "#/lib/sleep";
import { createStore } from "#/lib/store";
import { asMember } from "#/person/identify-member";
import { getSession, isLoggedIn } from "#/session/session";
import { unsent } from "#/storage/account-store";

interface Common {
  /** The name under which the device stores the entry. A note is also sent with this id as its idempotency key. */
  id: string;
  queuedAtMs: number;
  /** The code with which the server refused the entry permanently, or null. */
  failure: ErrorCode | null;
}

export interface UnsentNote extends Common {
  kind: "note";
  matchId: string;
  text: string;
}

interface UnsentAnswer extends Common {
  kind: "answer";
  introductionId: string;
  answer: IntroductionAnswer;
  note: string;
}

type Unsent = UnsentNote | UnsentAnswer;

interface Receiver {
  onNote(sent: UnsentNote, note: Note): void;
  /** The server has stored the member's answer. `matchId` is not null if both members have said yes. */
  onAnswer(sent: UnsentAnswer, matchId: string | null): void;
  /** The server already has another answer of the member to this introduction, for example from another device. */
  onAnsweredBefore(sent: UnsentAnswer): void;
  /** The introduction was over before the server got the member's answer. */
  onLate(sent: UnsentAnswer): void;
  /** The server refused the answer permanently, so the member has to answer again. */
  onRefused(sent: UnsentAnswer, code: ErrorCode): void;
}

export interface OutboxState {
  /** The entries that the server does not have yet, the oldest first. */
  entries: readonly Unsent[];
  sending: ReadonlySet<string>;
  /**
   * The time of the next attempt in Unix milliseconds, by match or introduction. Has only targets for which the server
   * refused an entry for the moment.
   */
  delayed: ReadonlyMap<string, number>;
  /** False if an entry will not survive a reload. */
  isDurable: boolean;
}

const empty: OutboxState = { entries: [], sending: new Set(), delayed: new Map(), isDurable: true };

/** Returns the target of an entry. Entries with the same target are sent in order; other targets do not delay them. */
const targetOf = (entry: Unsent) => (entry.kind === "note" ? entry.matchId : entry.introductionId);

/** The longest time that an entry waits for the database before it is sent. */
const storeLimitMs = 2_000;

/** The outbox of an account. A logout stops the sending. The entries stay stored, and are sent after the next login. */
export class MemberOutbox {
  private readonly store: ReturnType<typeof createStore<OutboxState>>;
  private readonly atWork = new Set<string>();
  private readonly waits = new Map<string, NextAttempt>();
  /**
   * The functions to call when an entry leaves the outbox, by the entry's id. If the device could not store an entry,
   * `add()` waits for this call.
   */
  private readonly arrivals = new Map<string, () => void>();
  private isStarted = false;
  /** Tells the other windows which entries the member deletes here, because those windows would still send them. */
  private readonly deletions: BroadcastChannel | null;

  constructor(
    private readonly account: Account,
    private readonly receiver: Receiver,
  ) {
    this.store = createStore(empty, account.signal);
    this.deletions = openChannel(`enmusubi:deleted:${account.userId}`, (id) => this.forget(id));
    account.signal.addEventListener("abort", () => this.deletions?.close());
    const stop = unsent.subscribe(() => this.store.set({ isDurable: unsent.isDurable }));
    account.signal.addEventListener("abort", stop);
  }

  readonly subscribe = (listener: () => void): (() => void) => this.store.subscribe(listener);
  readonly getState = (): OutboxState => this.store.get();

  /** Sends the entries that are still stored from earlier visits. Later calls do nothing. */
  async start(): Promise<void> {
    if (this.isStarted || !isLoggedIn(getSession())) return;
    this.isStarted = true;
    const { userId, signal } = this.account;
    const read = () => unsent.readAll(userId);
    // `retry()` rejects only after a logout.
    const stored = await retry(read, { policy: patientPolicy, signal }).catch(() => null);
    const known = new Set(this.getState().entries.map(({ id }) => id));
    const earlier = [...(stored?.values() ?? [])].filter(isUnsent);
    const all = [...earlier.filter(({ id }) => !known.has(id)), ...this.getState().entries];
    this.store.set({ entries: all.sort((one, other) => one.queuedAtMs - other.queuedAtMs) });
    for (const entry of all) this.work(targetOf(entry));
  }

  /**
   * Resolves once the device has stored the note. If the device cannot store it, resolves once the server has the
   * note or the member has deleted it.
   */
  async addNote(matchId: string, text: string): Promise<void> {
    await this.add({ ...this.newEntry(), kind: "note", matchId, text });
  }

  /**
   * Resolves once the device has stored the member's yes or no. If the device cannot store it, resolves once the server
   * has an answer of the member to this introduction or says that the introduction is over. Stays pending if the server
   * refuses the answer for another reason, because the caller deletes the draft of the note when this promise resolves.
   */
  async addAnswer(introductionId: string, answer: IntroductionAnswer, note: string): Promise<void> {
    const entry = this.newEntry();
    await this.add({ ...entry, kind: "answer", introductionId, answer, note });
  }

  /** Sends an entry again that the server has refused permanently. */
  retry(id: string): void {
    const entry = this.getState().entries.find((other) => other.id === id);
    if (!entry) return;
    void this.keep({ ...entry, failure: null });
    this.work(targetOf(entry));
  }

  /** Deletes an entry in all windows, because the member does not want to send it any more. */
  async remove(id: string): Promise<void> {
    this.deletions?.postMessage(id);
    await this.delete(id);
  }

  private async delete(id: string): Promise<void> {
    this.forget(id);
    await unsent.delete(this.account.userId, [id]);
  }

  private forget(id: string): void {
    const { entries } = this.getState();
    this.store.set({ entries: entries.filter((entry) => entry.id !== id) });
    this.arrivals.get(id)?.();
    this.arrivals.delete(id);
  }

  private newEntry(): Common {
    // The new entry must be the last one even if the person has set the clock back.
    const lastMs = Math.max(0, ...this.getState().entries.map((entry) => entry.queuedAtMs));
    const queuedAtMs = Math.max(Date.now(), lastMs + 1);
    return { id: crypto.randomUUID(), queuedAtMs, failure: null };
  }

  /**
   * Call this after another request reached the server. Tries again at once if the last attempt failed on the network.
   */
  wake(target: string): void {
    const wait = this.waits.get(target);
    if (wait && !(wait.error instanceof ApiError)) wait.tryNow();
  }

  private async add(entry: Unsent): Promise<void> {
    const arrived = new Promise<void>((resolve) => this.arrivals.set(entry.id, resolve));
    this.store.set({ entries: [...this.getState().entries, entry] });
    const storing = this.keep(entry);
    await Promise.race([storing, sleep(storeLimitMs)]);
    this.work(targetOf(entry));
    if (!(await storing)) await arrived;
  }

  /** Stores the entry, unless the member has deleted it. Returns false if the entry will not survive a reload. */
  private async keep(entry: Unsent): Promise<boolean> {
    if (!this.has(entry.id)) return true;
    const { entries } = this.getState();
    this.store.set({ entries: entries.map((other) => (other.id === entry.id ? entry : other)) });
    const isStored = await unsent.write(this.account.userId, entry.id, entry);
    this.store.set({ isDurable: unsent.isDurable });
    return isStored;
  }

  private work(target: string): void {
    if (this.atWork.has(target) || this.account.signal.aborted) return;
    this.atWork.add(target);
    this.sendAll(target)
      // `sendAll()` rejects only after a logout.
      .catch(() => undefined)
      .finally(() => {
        this.atWork.delete(target);
        // An entry may have been added after `sendAll()` found no more entries, so look for an entry again.
        if (this.next(target)) this.work(target);
      });
  }

  private next(target: string): Unsent | undefined {
    const { entries } = this.getState();
    return entries.find((entry) => targetOf(entry) === target && entry.failure === null);
  }

  private async sendAll(target: string): Promise<void> {
    const decide = (error: unknown) => ({
      afterMs: (error instanceof ApiError && error.retryAfterMs) || 0,
    });
    for (let entry = this.next(target); entry; entry = this.next(target)) {
      const current = entry;
      // Each entry has its own `retry()`, so that its waits start short again after the previous entry's success.
      await retry(
        async () => {
          this.setWait(target, null);
          await this.sendOne(current);
        },
        {
          policy: patientPolicy,
          signal: this.account.signal,
          decide,
          onWait: (wait) => this.setWait(target, wait),
        },
      );
    }
  }

  /**
   * Sends an entry. Throws if a later attempt may succeed. If another window sends the same entry, the server stores it
   * only once and gives both windows the same result.
   */
  private async sendOne(entry: Unsent): Promise<void> {
    const { signal } = this.account;
    // The member may have deleted the entry while it waited. Then do not send it.
    if (!this.has(entry.id)) return;
    this.setSending(entry.id, true);
    try {
      await this.deliver(entry, signal);
    } catch (error) {
      signal.throwIfAborted();
      if (!isFinal(error)) throw error;
      void this.keep({ ...entry, failure: error.code });
    } finally {
      this.setSending(entry.id, false);
    }
  }

  private async deliver(entry: Unsent, signal: AbortSignal): Promise<void> {
    if (entry.kind === "note") {
      const { matchId, text, id } = entry;
      const note = await asMember(() => sendNote(matchId, text, id));
      signal.throwIfAborted();
      this.receiver.onNote(entry, note);
    } else {
      const { introductionId, answer, note } = entry;
      try {
        const matchId = await asMember(() => answerIntroduction(introductionId, answer, note));
        signal.throwIfAborted();
        this.receiver.onAnswer(entry, matchId);
      } catch (error) {
        signal.throwIfAborted();
        if (hasCode(error, "E004")) this.receiver.onAnsweredBefore(entry);
        else if (hasCode(error, "E003")) this.receiver.onLate(entry);
        else if (isFinal(error)) {
          // Leave `add()` pending, so that its caller keeps the draft of the note, which the member needs again.
          this.arrivals.delete(entry.id);
          this.receiver.onRefused(entry, error.code);
        } else throw error;
      }
    }
    void this.delete(entry.id);
  }

  private has(id: string): boolean {
    return this.getState().entries.some((entry) => entry.id === id);
  }

  private setWait(target: string, wait: NextAttempt | null): void {
    const delayed = new Map(this.store.get().delayed);
    this.waits.delete(target);
    delayed.delete(target);
    if (wait) this.waits.set(target, wait);
    if (wait?.error instanceof ApiError) delayed.set(target, wait.atMs);
    this.store.set({ delayed });
  }

  private setSending(id: string, isSending: boolean): void {
    const sending = new Set(this.store.get().sending);
    if (isSending) sending.add(id);
    else sending.delete(id);
    this.store.set({ sending });
  }
}

function openChannel(name: string, onMessage: (data: string) => void): BroadcastChannel | null {
  try {
    const channel = new BroadcastChannel(name);
    channel.onmessage = ({ data }) => onMessage(String(data));
    return channel;
  } catch {
    return null;
  }
}

/** Returns true if only the member may start another attempt, as after E008, when the account is no longer approved. */
function isFinal(error: unknown): error is ApiError {
  if (!(error instanceof ApiError) || isTransient(error)) return false;
  return error.code === "E008" || !mayPass(error.code);
}

/** Returns false for records of other kinds, such as drafts, which are in the same store. */
function isUnsent(value: unknown): value is Unsent {
  const { kind, id } = (value ?? {}) as Partial<Unsent>;
  return (kind === "note" || kind === "answer") && typeof id === "string";
}
