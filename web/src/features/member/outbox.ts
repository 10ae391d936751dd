/**
 * Sends what a member has written to others: notes and answers to introductions. Each entry is stored
 * before it is sent and deleted after the server has it, so that neither a tunnel nor a closed app loses
 * one. The form's outbox shares the retry loop; its uploads and versions have no place here.
 */

import { ApiError, hasCode, isTransient } from "../../api/error";
import { answerIntroduction, type IntroductionAnswer } from "../../api/introductions";
import { type Note, sendNote } from "../../api/matches";
import type { ErrorCode } from "../../core/core";
import { type NextAttempt, patientPolicy, retry } from "../../lib/retry";
import { createStore } from "../../lib/store";
import { getLiffUser } from "../../liff/liff";
import { asMember } from "../../person/identify-member";
import { getSession, isLoggedIn, sessionEpoch } from "../../session/session";
import { listUnsent, readUnsent, removeUnsent, writeUnsent } from "../../storage/unsent";

interface Common {
  /** Also the idempotency key. */
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

export interface UnsentAnswer extends Common {
  kind: "answer";
  introductionId: string;
  answer: IntroductionAnswer;
  note: string;
}

export type Unsent = UnsentNote | UnsentAnswer;

/** The effects of entries that have arrived. */
interface Receiver {
  /** The server has the note, under this number. */
  onNote(sent: UnsentNote, note: Note): void;
  /** The server has the answer. `matchId` is not null if both have said yes. */
  onAnswer(sent: UnsentAnswer, matchId: string | null): void;
  /** The server has an answer already: this one, which had arrived before, or that of another device. */
  onAnsweredBefore(sent: UnsentAnswer): void;
  /** The introduction was over before the answer arrived. */
  onLate(sent: UnsentAnswer): void;
  /** The server refused the answer permanently, so that the member has to answer again. */
  onRefused(sent: UnsentAnswer, code: ErrorCode): void;
}

/** The id of the record with the note of a yes that is not confirmed yet. */
export const yesDraftId = (introductionId: string) => `yes:${introductionId}`;

export interface OutboxState {
  /** The entries that the server does not have, the oldest first. */
  entries: readonly Unsent[];
  /** The ids of the entries that are on their way now. The others wait. */
  sending: ReadonlySet<string>;
  /** False if an entry will not survive a reload. */
  isDurable: boolean;
}

const empty: OutboxState = { entries: [], sending: new Set(), isDurable: true };

/** Entries with the same target keep their order, and wait for no others. */
const targetOf = (entry: Unsent) => (entry.kind === "note" ? entry.matchId : entry.introductionId);

/** The outbox of the member of this window. */
export class MemberOutbox {
  private readonly store = createStore<OutboxState>(empty);
  private readonly targets = new Map<string, AbortController>();
  /** The targets whose next attempt waits for its time. */
  private readonly waits = new Map<string, NextAttempt>();
  private owner = "";
  private isStarted = false;

  constructor(private readonly receiver: Receiver) {}

  readonly subscribe = this.store.subscribe;

  readonly getState = (): OutboxState => {
    const owner = `${sessionEpoch()} ${getLiffUser().userId}`;
    if (owner !== this.owner) {
      this.owner = owner;
      this.isStarted = false;
      for (const run of this.targets.values()) run.abort();
      this.targets.clear();
      this.waits.clear();
      this.store.set(empty);
    }
    return this.store.get();
  };

  /** Sends the entries of earlier starts. Later calls do nothing. */
  async start(): Promise<void> {
    this.getState();
    if (this.isStarted || !isLoggedIn(getSession())) return;
    this.isStarted = true;
    const { owner } = this;
    const stored = (await listUnsent(getLiffUser().userId)).filter(isUnsent);
    this.getState();
    if (this.owner !== owner) return;
    const known = new Set(this.store.get().entries.map(({ id }) => id));
    const all = [...stored.filter(({ id }) => !known.has(id)), ...this.store.get().entries];
    this.store.set({ entries: all.sort((one, other) => one.queuedAtMs - other.queuedAtMs) });
    for (const entry of all) this.work(targetOf(entry));
  }

  async addNote(matchId: string, text: string): Promise<void> {
    await this.add({ ...newEntry(), kind: "note", matchId, text });
  }

  async addAnswer(introductionId: string, answer: IntroductionAnswer, note: string): Promise<void> {
    await this.add({ ...newEntry(), kind: "answer", introductionId, answer, note });
  }

  /** Tries an entry again that the server has refused. */
  async retry(id: string): Promise<void> {
    const entry = this.find(id);
    if (!entry) return;
    await this.keep({ ...entry, failure: null });
    this.work(targetOf(entry));
  }

  /** Deletes an entry, because the member does not want to send it any more. */
  async remove(id: string): Promise<void> {
    const { entries } = this.getState();
    this.store.set({ entries: entries.filter((entry) => entry.id !== id) });
    await removeUnsent(getLiffUser().userId, id);
  }

  /**
   * Tries again at once, if only the network stopped the latest attempt: the caller has just heard from
   * the server.
   */
  wake(target: string): void {
    const wait = this.waits.get(target);
    if (wait && !(wait.error instanceof ApiError)) wait.tryNow();
  }

  private async add(entry: Unsent): Promise<void> {
    const { entries } = this.getState();
    this.store.set({ entries: [...entries, entry] });
    await this.keep(entry);
    this.work(targetOf(entry));
  }

  private async keep(entry: Unsent): Promise<void> {
    const { entries } = this.store.get();
    this.store.set({ entries: entries.map((other) => (other.id === entry.id ? entry : other)) });
    const isStored = await writeUnsent(getLiffUser().userId, entry.id, entry);
    if (!isStored) this.store.set({ isDurable: false });
  }

  private find(id: string): Unsent | undefined {
    return this.getState().entries.find((entry) => entry.id === id);
  }

  /** Starts to send the entries of a target, unless it is at work already. */
  private work(target: string): void {
    if (this.targets.has(target)) return;
    const run = new AbortController();
    const { signal } = run;
    this.targets.set(target, run);
    this.sendAll(target, signal)
      // Only an abort ends the loop with an error.
      .catch(() => undefined)
      .finally(() => {
        if (this.targets.get(target) !== run) return;
        this.targets.delete(target);
        // An entry may have come after the last look.
        if (!signal.aborted && this.next(target)) this.work(target);
      });
  }

  private next(target: string): Unsent | undefined {
    const { entries } = this.getState();
    return entries.find((entry) => targetOf(entry) === target && entry.failure === null);
  }

  private async sendAll(target: string, signal: AbortSignal): Promise<void> {
    const decide = (error: unknown) => ({
      afterMs: (error instanceof ApiError && error.retryAfterMs) || 0,
    });
    for (let entry = this.next(target); entry; entry = this.next(target)) {
      const current = entry;
      // Each entry begins with a short wait again: the one before has arrived.
      await retry(
        async () => {
          this.waits.delete(target);
          await this.sendOne(current, signal);
        },
        {
          policy: patientPolicy,
          signal,
          decide,
          onWait: (wait) => this.waits.set(target, wait),
        },
      );
    }
  }

  /** Sends an entry. Throws if a later attempt may succeed. */
  private async sendOne(entry: Unsent, signal: AbortSignal): Promise<void> {
    const { userId } = getLiffUser();
    await withLock(`enmusubi:unsent:${userId}:${targetOf(entry)}`, async () => {
      // Another window may have sent it while this one waited for the lock.
      if ((await readUnsent(userId, entry.id)) === null) {
        await this.remove(entry.id);
        return;
      }
      signal.throwIfAborted();
      this.setSending(entry.id, true);
      try {
        await this.deliver(entry, signal);
      } catch (error) {
        signal.throwIfAborted();
        if (!isFinal(error)) throw error;
        await this.keep({ ...entry, failure: error.code });
      } finally {
        this.setSending(entry.id, false);
      }
    });
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
        else if (isFinal(error)) this.receiver.onRefused(entry, error.code);
        else throw error;
      }
    }
    await this.remove(entry.id);
  }

  private setSending(id: string, isSending: boolean): void {
    const sending = new Set(this.store.get().sending);
    if (isSending) sending.add(id);
    else sending.delete(id);
    this.store.set({ sending });
  }
}

const newEntry = (): Common => ({
  id: crypto.randomUUID(),
  queuedAtMs: Date.now(),
  failure: null,
});

/** Returns whether the same call would always be refused. Refused credentials and limits pass. */
function isFinal(error: unknown): error is ApiError {
  if (!(error instanceof ApiError) || isTransient(error)) return false;
  return error.code !== "E005" && !error.code.startsWith("E001");
}

/** Runs the task while no other window of this browser runs one of this name, where it has Web Locks. */
async function withLock(name: string, task: () => Promise<void>): Promise<void> {
  const { locks } = navigator as { locks?: LockManager };
  if (locks) await locks.request(name, task);
  else await task();
}

/** Leaves out records of other kinds, which share the store. */
function isUnsent(value: unknown): value is Unsent {
  const { kind, id } = (value ?? {}) as Partial<Unsent>;
  return (kind === "note" || kind === "answer") && typeof id === "string";
}
