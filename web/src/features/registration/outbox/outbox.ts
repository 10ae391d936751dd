/** Sends the form exactly once, however long it takes and however often the app is closed meanwhile. */
import { aborted } from "../../../lib/sleep";
import { createStore } from "../../../lib/store";
import { describe, logger } from "../../../logger/logger";
import { watchKey } from "../../../storage/local";
import { hasRecord, recordKey } from "../../../storage/records";
import type { FormError } from "../form/form-errors";
import type { FormStore } from "../form/form-store";
import { asOneSender } from "./one-sender";
import { isEntryKept } from "./outbox-entry";
import { OutboxRecord } from "./outbox-record";
import {
  type Arrival,
  idle,
  isInOutbox,
  next,
  type OutboxEvent,
  type OutboxState,
} from "./outbox-states";
import { Pauses } from "./pauses";
import { type OutboxPorts, type SendResult, sendForm } from "./send-form";
import { askRegistered, judge, type Known, type Verdict } from "./verdict";

/** So long after taking back what may have arrived the server is asked whether it did. */
const askAfterCancelMs = 1_500;
/** The window in which it was tapped is to be the one that sends. */
const headStartMs = 500;

/** The outbox of one form, in one window. */
export class Outbox {
  private readonly store = createStore<{ state: OutboxState }>({ state: idle });
  private readonly pauses: Pauses;
  private readonly record: OutboxRecord;
  private run: AbortController | null = null;
  /** Each is mended once by itself; twice in a row it is something else that is wrong. */
  private mended = { key: false, ticket: false };

  constructor(
    private readonly form: FormStore,
    private readonly ports: OutboxPorts,
  ) {
    this.record = new OutboxRecord(form);
    this.pauses = new Pauses(this.record, (event) => this.dispatch(event), ports.wait);
    const { isQueued, refused: errors } = this.record;
    if (isQueued || errors.length > 0) this.dispatch({ kind: "queued" });
    // The app was closed before the person could be told.
    if (errors.length > 0) this.dispatch({ kind: "wasRefused", errors });
  }

  readonly subscribe = this.store.subscribe;
  readonly getState = (): OutboxState => this.store.get().state;

  /** What is to be sent survives the page. */
  get isKept(): boolean {
    return isEntryKept(this.form.userId);
  }

  /** Goes on with what was queued before, and follows other windows; gives what stops it. */
  start(): () => void {
    const key = recordKey(this.form.userId, "outbox");
    const stops = [this.pauses.start(), watchKey(key, () => this.heedOtherWindow())];
    if (this.record.isQueued) void this.work();
    return () => {
      for (const stop of stops) stop();
      this.stopWork();
    };
  }

  /** Puts the form into the outbox. */
  send(): void {
    if (isInOutbox(this.getState())) return;
    this.form.saveNow();
    this.record.queue();
    this.mended = { key: false, ticket: false };
    // Before anything is drawn, and so before another window does.
    void this.work();
    this.dispatch({ kind: "queued" });
  }

  /** At once, because the person wants it. */
  tryNow(): void {
    if (this.run && this.getState().step !== "elsewhere") this.pauses.endNow();
    else if (this.record.isQueued) void this.work({ isUrgent: true });
  }

  /** What the server wants changed; told once. */
  takeRefusal(): readonly FormError[] | null {
    const state = this.getState();
    if (state.step !== "refused") return null;
    this.record.noteTold();
    this.dispatch({ kind: "wasTold" });
    return state.errors;
  }

  /** Takes the form back, to be edited. Whether it arrived all the same is asked for. */
  cancel(): void {
    if (!this.record.isQueued) return;
    this.stopWork();
    const { mayHaveArrived } = this.record;
    this.record.takeBack();
    this.dispatch({ kind: "cancelled", mayHaveArrived });
    if (mayHaveArrived) void this.askAfterCancel();
  }

  /** Tries until it is over, as the only window that does. */
  private async work({ isUrgent = false, afterMs = 0 } = {}): Promise<void> {
    this.stopWork();
    const run = new AbortController();
    const { signal } = run;
    this.run = run;
    const tryUntilOver = async (hasWaited: boolean) => {
      if (hasWaited) this.takeOver();
      if (!isUrgent && this.record.isQueued) await this.pauses.askedBefore(signal);
      let isOver = false;
      while (!isOver && !signal.aborted && this.record.isQueued)
        isOver = await this.attempt(signal);
    };
    try {
      const onWait = () => this.dispatch({ kind: "foundElsewhere" });
      if (afterMs > 0) await this.ports.wait(afterMs, signal);
      const end = await asOneSender(tryUntilOver, { signal, isUrgent, onWait });
      if (end === "stolen") return void this.work();
    } catch (error) {
      logger.error(`the outbox stopped (${describe(error)})`);
      if (!signal.aborted) this.dispatch({ kind: "gotStuck", code: "E500" });
    }
    if (this.run === run) this.run = null;
  }

  private stopWork(): void {
    this.run?.abort();
    this.run = null;
  }

  /** The window that sent before is gone; it may have done a part of it. */
  private takeOver(): void {
    this.ports.readAgain();
    this.record.readAgain();
    if (!this.record.isQueued) this.endAsElsewhere();
  }

  /** One attempt, and the wait after it; whether that was the last. */
  private async attempt(signal: AbortSignal): Promise<boolean> {
    this.dispatch({ kind: "began" });
    // Whatever it waits for, another attempt must not wait for this one once it is broken off.
    const verdict = await Promise.race([this.tryOnce(signal), aborted(signal)]);
    if (!verdict || signal.aborted) return true;
    switch (verdict.kind) {
      case "end":
        return this.end(verdict.event);
      case "wait":
        await this.pauses.afterFailure(verdict, signal);
        this.mended.ticket = false;
        return false;
      case "again":
        this.mended.ticket = true;
        return false;
      case "againWithFreshKey":
        this.mended.key = true;
        this.form.renewKey();
        this.record.change({ idempotencyKey: this.form.idempotencyKey, sent: [] });
        return false;
    }
  }

  private async tryOnce(signal: AbortSignal): Promise<Verdict | null> {
    const result = (await this.findEarlier()) ?? (await this.sendOnce(signal));
    return signal.aborted ? null : await judge(result, this.known());
  }

  private sendOnce(signal: AbortSignal): Promise<SendResult> {
    const unlessAborted = (event: OutboxEvent) => {
      if (!signal.aborted) this.dispatch(event);
    };
    return sendForm({
      store: this.form,
      ports: this.ports,
      signal,
      listener: {
        onUpload: (progress) => unlessAborted({ kind: "uploaded", ...progress }),
        onSend: () => {
          this.record.noteSent();
          unlessAborted({ kind: "sent" });
        },
      },
    });
  }

  /** What was changed after it may have arrived is not sent before more is known. */
  private async findEarlier(): Promise<SendResult | null> {
    if (!this.record.hasOtherVersion) return null;
    // A failure to ask is found again by sending.
    return (await askRegistered(this.known())) === true ? { kind: "taken" } : null;
  }

  private async askAfterCancel(): Promise<void> {
    await this.ports.wait(askAfterCancelMs);
    const isOpen = () => !isInOutbox(this.getState());
    if (!isOpen() || (await askRegistered(this.known())) !== true || !isOpen()) return;
    this.arrive(this.record.hasOtherVersion ? "earlier" : "sent");
  }

  private known(): Known {
    const { mayHaveArrived, hasOtherVersion } = this.record;
    const isRegistered = () => this.ports.isRegistered();
    return { mayHaveArrived, hasOtherVersion, mended: this.mended, isRegistered };
  }

  private end(event: OutboxEvent): true {
    if (event.kind === "arrived") {
      this.arrive(event.arrival);
      return true;
    }
    if (event.kind === "wasRefused") this.record.refuse(event.errors);
    this.dispatch(event);
    return true;
  }

  private arrive(arrival: Arrival): void {
    // The draft first: other windows take an empty outbox beside a draft for one that was taken back.
    this.ports.forgetForm();
    this.record.drop();
    this.dispatch({ kind: "arrived", arrival });
  }

  /** Another window queued the form, took it back, or is done with it. */
  private heedOtherWindow(): void {
    this.record.readAgain();
    const isShown = isInOutbox(this.getState());
    if (this.record.isQueued && !isShown) {
      this.dispatch({ kind: "queued" });
      this.dispatch({ kind: "foundElsewhere" });
      void this.work({ afterMs: headStartMs });
    } else if (!this.record.isQueued && isShown) {
      this.stopWork();
      this.endAsElsewhere();
    }
  }

  /** Without a draft there is nothing to go back to: it was sent. */
  private endAsElsewhere(): void {
    const { mayHaveArrived } = this.record;
    if (!hasRecord(this.form.userId, "draft")) this.arrive("sent");
    else this.dispatch({ kind: "cancelled", mayHaveArrived });
  }

  private dispatch(event: OutboxEvent): void {
    this.store.set({ state: next(this.getState(), event) });
  }
}
