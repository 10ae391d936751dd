/** Tries to send a form until the server has the form, even after a restart. The server accepts a form only once. */
import type { ErrorCode } from "#/api/error";
import { patientPolicy, retry, waitForRetry } from "#/lib/retry";
import { sleep } from "#/lib/sleep";
import { createStore } from "#/lib/store";
import { describe, logger } from "#/logger/logger";
import type { AnswersWithFiles } from "#/profile-form/answers/answers-store";
import { isDocumentSlot } from "#/profile-form/files/photo-list";
import type { FormError } from "#/profile-form/form-error";
import { type SendPorts, type SendResult, sendForm } from "#/profile-form/send-form";
import {
  askIfStillNeeded,
  decideRetry,
  idle,
  isInOutbox,
  nextState,
  type OutboxEvent,
  type OutboxState,
  type Outcome,
  type SendContext,
} from "./outbox-machine";
import { type FormKind, OutboxStorage, type SendingKey } from "./outbox-storage";

/** The calls that send a form. A new profile and a resubmission use different calls. */
export interface Submission extends Omit<SendPorts, "send"> {
  kind: FormKind;
  /** Sends the payload. The server handles repeated requests with the same key as one request. */
  send(payload: object, idempotencyKey: string, signal?: AbortSignal): Promise<unknown>;
  /** Asks whether the server still waits for this form. */
  isStillNeeded(): Promise<boolean>;
  /** Called when there is nothing left to send. Deletes the records that the device no longer needs. */
  onFinished(outcome: Outcome): void;
}

/** The wait between a cancel and the request that asks if the form arrived. Sent forms usually arrive by then. */
const askAfterCancelMs = 1_500;

/** Thrown by an attempt after which the outbox waits and tries again. */
class RetryLater extends Error {
  constructor(
    readonly code: ErrorCode | null,
    readonly serverMs: number,
  ) {
    super("retry later");
  }
}

/** The outbox of one form. Only the window that shows the form has an outbox. */
export class Outbox {
  private readonly store = createStore<{ state: OutboxState }>({ state: idle });
  private readonly storage: OutboxStorage;
  /** Aborts the running attempt and the waits between attempts. */
  private run: AbortController | null = null;
  /** Ends the wait between two attempts; null outside of a wait. */
  private endWait: (() => void) | null = null;
  private wasKeyRenewed = false;
  private isStopped = false;

  constructor(
    private readonly form: AnswersWithFiles,
    private readonly key: SendingKey,
    private readonly submission: Submission,
  ) {
    this.storage = new OutboxStorage(form, key, submission.kind);
    const { isQueued, rejection } = this.storage;
    if (isQueued || rejection.length > 0) this.dispatch({ kind: "queued" });
    // The app was closed before the form could show the stored errors, so the form shows these errors now.
    if (rejection.length > 0) this.dispatch({ kind: "rejected", errors: rejection });
  }

  readonly subscribe = this.store.subscribe;
  readonly getState = (): OutboxState => this.store.get().state;

  get kind(): FormKind {
    return this.submission.kind;
  }

  /** False if the form or its entry in the outbox will not survive a reload. */
  get isDurable(): boolean {
    const { isSaved } = this.form.getState();
    return isSaved && this.form.files.isDurable && this.storage.isDurable;
  }

  /** True if the form sends a document too. The screen then says "file" and not "photo". */
  get hasDocument(): boolean {
    return this.form.slotsToSend().some(isDocumentSlot);
  }

  /** Continues to send a queued form. Returns the function that stops the outbox. */
  start(): () => void {
    this.isStopped = false;
    if (this.storage.isQueued) void this.work();
    return () => {
      this.isStopped = true;
      this.stopWork();
    };
  }

  send(): void {
    if (isInOutbox(this.getState())) return;
    this.form.saveNow();
    this.storage.queue();
    this.wasKeyRenewed = false;
    this.dispatch({ kind: "queued" });
    void this.work();
  }

  tryNow(): void {
    if (this.run) this.endWait?.();
    else if (this.storage.isQueued) void this.work({ isUrgent: true });
  }

  /** Returns the errors of the last attempt the first time, and then null. */
  consumeRejection(): readonly FormError[] | null {
    const state = this.getState();
    if (state.step !== "rejected") return null;
    this.storage.acknowledge();
    this.dispatch({ kind: "acknowledged" });
    return state.errors;
  }

  /** Opens the form again. Returns true if the server may have the form. If so, the outbox soon asks the server. */
  cancel(): boolean {
    if (!this.storage.isQueued) return false;
    this.stopWork();
    const { mayHaveArrived } = this.storage;
    this.storage.cancel();
    this.dispatch({ kind: "cancelled", mayHaveArrived });
    if (mayHaveArrived) void this.askAfterCancel();
    return mayHaveArrived;
  }

  private async work({ isUrgent = false } = {}): Promise<void> {
    this.stopWork();
    const run = new AbortController();
    const { signal } = run;
    this.run = run;
    try {
      if (!isUrgent) await this.waitForServer(signal);
      await retry((nFailed) => this.attempt(nFailed, signal), {
        policy: patientPolicy,
        signal,
        nFailed: this.storage.entry?.nFailed ?? 0,
        decide: (error) => (error instanceof RetryLater ? { afterMs: error.serverMs } : "giveUp"),
        onWait: ({ error, nFailed, atMs, notBeforeMs, tryNow }) => {
          const { code: waitCode } = error as RetryLater;
          this.storage.update({ nFailed, notBeforeMs, waitCode });
          this.waitUntil(atMs, waitCode, tryNow);
        },
      });
    } catch (error) {
      if (signal.aborted) return;
      logger.error(`the outbox stopped (${describe(error)})`);
      this.dispatch({ kind: "failed", code: "E500" });
    }
    if (this.run === run) this.run = null;
  }

  private stopWork(): void {
    this.run?.abort();
    this.run = null;
    this.endWait = null;
  }

  /** After a restart of the app, waits for the rest of the time that the server asked for. */
  private async waitForServer(signal: AbortSignal): Promise<void> {
    const wait = this.storage.serverWait(Date.now());
    if (!wait) return;
    this.dispatch({ kind: "attemptStarted" });
    const ms = wait.untilMs - Date.now();
    await waitForRetry({
      ms,
      serverMs: ms,
      signal,
      onWait: ({ atMs, tryNow }) => this.waitUntil(atMs, wait.code, tryNow),
    });
  }

  private waitUntil(untilMs: number, code: ErrorCode | null, tryNow: () => void): void {
    this.endWait = tryNow;
    this.dispatch({ kind: "retryScheduled", code, untilMs });
  }

  /** Sends the form. Throws `RetryLater` if the next attempt has to wait. */
  private async attempt(nFailed: number, signal: AbortSignal): Promise<void> {
    this.endWait = null;
    if (this.storage.entry?.nFailed !== nFailed) this.storage.update({ nFailed });
    for (let hasNewToken = false; this.storage.isQueued; ) {
      this.dispatch({ kind: "attemptStarted" });
      if (await this.isEarlierVersionThere()) {
        signal.throwIfAborted();
        return this.finish("earlierAccepted");
      }
      const result = await this.sendOnce(signal);
      signal.throwIfAborted();
      const decision = await decideRetry(result, this.context(hasNewToken));
      signal.throwIfAborted();
      switch (decision.kind) {
        case "end":
          return this.end(decision.event);
        case "wait":
          throw new RetryLater(decision.code, decision.serverMs ?? 0);
        case "retryWithNewToken":
          hasNewToken = true;
          break;
        case "retryWithNewKey":
          this.wasKeyRenewed = true;
          this.key.renew();
          this.form.saveNow();
          this.storage.takeNewKey();
      }
    }
  }

  private sendOnce(signal: AbortSignal): Promise<SendResult> {
    const dispatch = (event: OutboxEvent) => {
      if (!signal.aborted) this.dispatch(event);
    };
    return sendForm({
      store: this.form,
      ports: {
        ...this.submission,
        send: (payload, sending) => this.submission.send(payload, this.key.idempotencyKey, sending),
      },
      signal,
      listener: {
        onUpload: (progress) => dispatch({ kind: "uploadProgressed", ...progress }),
        onSend: () => {
          this.storage.addSentVersion();
          dispatch({ kind: "payloadSent" });
        },
      },
    });
  }

  /** True if the server has an earlier version of the form. The edited version must then not be sent. */
  private async isEarlierVersionThere(): Promise<boolean> {
    if (!this.storage.hasOtherVersion) return false;
    // If this request fails, go on with the attempt, which then fails in the same way and handles the failure.
    return (await askIfStillNeeded(this.context())) === false;
  }

  private async askAfterCancel(): Promise<void> {
    await sleep(askAfterCancelMs);
    const isOpen = () => !this.isStopped && !isInOutbox(this.getState());
    if (!isOpen() || (await askIfStillNeeded(this.context())) !== false || !isOpen()) return;
    this.finish(this.storage.hasOtherVersion ? "earlierAccepted" : "accepted");
  }

  private context(hasNewToken = false): SendContext {
    const { mayHaveArrived, hasOtherVersion } = this.storage;
    return {
      mayHaveArrived,
      hasOtherVersion,
      alreadyRetried: { token: hasNewToken, key: this.wasKeyRenewed },
      isStillNeeded: () => this.submission.isStillNeeded(),
    };
  }

  private end(event: OutboxEvent): void {
    if (event.kind === "finished") {
      this.finish(event.outcome);
      return;
    }
    if (event.kind === "rejected") this.storage.reject(event.errors);
    this.dispatch(event);
  }

  private finish(outcome: Outcome): void {
    this.submission.onFinished(outcome);
    this.storage.remove();
    this.dispatch({ kind: "finished", outcome });
  }

  private dispatch(event: OutboxEvent): void {
    this.store.set({ state: nextState(this.getState(), event) });
  }
}
