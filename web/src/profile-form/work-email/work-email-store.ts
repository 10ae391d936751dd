/** The state of the confirmation of a work mailbox, and the steps that change it, without React. */
import { ApiError, type ErrorCode, isAnswerLost } from "#/api/error";
import type { FieldErrorCode } from "#/core/core";
import { emptyWorkEmail, type WorkEmailRecord, workEmailRecords } from "./work-email-record";

/** The calls to the server. Each call rejects with an error of `api/error.ts`. */
export interface WorkEmailPorts {
  sendCode(employerId: string, email: string): Promise<void>;
  confirm(code: string, idempotencyKey: string): Promise<{ employerId: string; expiresAt: string }>;
}

type WorkEmailStep = "sending" | "confirming";

/** The error of the last step. `at` names the input with the error, or is null if the call as a whole failed. */
export type WorkEmailError =
  | { at: "employerId" | "email" | "code"; code: FieldErrorCode | "taken" }
  /** The server refused the call. `waitMs` is the wait that the server asks for, or null. */
  | { at: null; code: ErrorCode; waitMs: number | null }
  /** No response came. `unanswered` is the step that the server may have done; null if the device was offline. */
  | { at: null; code: null; unanswered: WorkEmailStep | null };

export interface WorkEmailState {
  record: WorkEmailRecord;
  busy: WorkEmailStep | null;
  error: WorkEmailError | null;
  wantsAnother: boolean;
}

/** The wait before the person may ask for a new code. A new code invalidates the code of a mail that is under way. */
const resendAfterMs = 60_000;
/** The lifetime of a code on the server (`docs/product.md`). */
const codeLifetimeMs = 15 * 60_000;

export class WorkEmailStore {
  private state: WorkEmailState;
  private readonly listeners = new Set<() => void>();
  /** The number of `clear()` calls. The store ignores the response to a call that began before the latest `clear()`. */
  private nCleared = 0;
  private isClosed = false;

  constructor(
    readonly userId: string,
    private readonly ports: WorkEmailPorts,
    /** The employer of the mailbox that the server has confirmed for this account; null if there is none. */
    private readonly verifiedEmployerId: string | null = null,
  ) {
    const record = workEmailRecords.read(userId) ?? emptyWorkEmail;
    this.state = { record, busy: null, error: null, wantsAnother: false };
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly getState = (): WorkEmailState => this.state;

  /** Forgets the mailbox, so that the person may enter another mailbox. The caller deletes the stored record. */
  clear(): void {
    this.nCleared += 1;
    this.update({ record: emptyWorkEmail, busy: null, error: null, wantsAnother: false });
  }

  /** Stops all storing. Call it when the person has left the form or starts over. */
  close(): void {
    this.isClosed = true;
  }

  setEmail(email: string): void {
    const { error } = this.state;
    this.save({ email });
    if (error?.at !== "code") this.update({ error: null });
  }

  /** Returns true if a mailbox of this employer is confirmed, and the person is not replacing the mailbox. */
  isConfirmedFor(employerId: unknown, nowMs = Date.now()): boolean {
    const { confirmed } = this.state.record;
    const isReplacing = this.state.wantsAnother || this.isWaitingFor(employerId, nowMs);
    if (this.isVerifiedFor(employerId) && !isReplacing) return true;
    return confirmed?.employerId === employerId && Date.parse(confirmed?.expiresAt ?? "") > nowMs;
  }

  /** Returns true if the server has confirmed a mailbox of this employer for the account. No code is needed then. */
  isVerifiedFor(employerId: unknown): boolean {
    return this.verifiedEmployerId !== null && this.verifiedEmployerId === employerId;
  }

  /** Returns true if the server may have sent a code for this employer, and the code is still valid. */
  isWaitingFor(employerId: unknown, nowMs = Date.now()): boolean {
    const { sent } = this.state.record;
    return sent?.employerId === employerId && nowMs - (sent?.atMs ?? 0) < codeLifetimeMs;
  }

  /** Asks the server to mail a code. Returns true if the server may have sent the mail. */
  async sendCode(employerId: string): Promise<boolean> {
    const email = this.state.record.email.trim();
    if (email === "") return this.fail({ at: "email", code: "required" });
    const expectCode = (resendAtMs: number) => {
      const sent = { employerId, email, atMs: Date.now(), key: crypto.randomUUID() };
      this.save({ sent, confirmed: null, resendAtMs });
    };
    const isSent = await this.run(
      "sending",
      () => this.ports.sendCode(employerId, email),
      () => expectCode(Date.now() + resendAfterMs),
    );
    if (isSent || !this.isUnanswered("sending")) return isSent;
    // The server may have sent the mail, so show the input for the code. The person can ask for another code at once.
    expectCode(0);
    return true;
  }

  async confirm(code: string): Promise<boolean> {
    if (code === "") return this.fail({ at: "code", code: "required" });
    const { email, key } = this.state.record.sent ?? { email: "", key: crypto.randomUUID() };
    return await this.run(
      "confirming",
      () => this.ports.confirm(code, key),
      ({ employerId, expiresAt }) =>
        this.save({ confirmed: { employerId, email, expiresAt }, sent: null, resendAtMs: 0 }),
    );
  }

  /** Returns to the step of the address. The address stays in its input, and the wait for another code continues. */
  changeAddress(): void {
    this.save({ sent: null, confirmed: null });
    this.update({ error: null, wantsAnother: true });
  }

  /** Keeps the mailbox that the server has confirmed for the account, and forgets the code for another mailbox. */
  keepVerified(): void {
    this.save({ sent: null });
    this.update({ error: null, wantsAnother: false });
  }

  /** Returns true if the last call was for `step` and got no response, so that the server may have done the step. */
  isUnanswered(step: WorkEmailStep): boolean {
    const { error } = this.state;
    return error?.at === null && error.code === null && error.unanswered === step;
  }

  /** Makes the call and stores its result or error. Stores neither if `clear()` was called during the call. */
  private async run<Answer>(
    busy: WorkEmailStep,
    call: () => Promise<Answer>,
    store: (answer: Answer) => void,
  ): Promise<boolean> {
    if (this.state.busy) return false;
    const { nCleared } = this;
    const isCleared = () => this.nCleared !== nCleared;
    // While the device is offline, it sends nothing, so the server cannot have done the step.
    const unanswered = navigator.onLine ? busy : null;
    this.update({ busy, error: null });
    try {
      const answer = await call();
      if (isCleared()) return false;
      store(answer);
      return true;
    } catch (thrown) {
      if (isCleared()) return false;
      const error = workEmailErrorOf(thrown, unanswered);
      // The server limits the number of codes, and says when it accepts the next request. Wait until then.
      if (busy === "sending" && error.at === null && error.code !== null && error.waitMs) {
        this.save({ resendAtMs: Date.now() + error.waitMs });
      }
      // The server refuses the address and not the code, so the person has to enter another address.
      if (busy === "confirming" && error.at === "email") this.changeAddress();
      return this.fail(error);
    } finally {
      if (!isCleared()) this.update({ busy: null });
    }
  }

  private fail(error: WorkEmailError): false {
    this.update({ error });
    return false;
  }

  private save(change: Partial<WorkEmailRecord>): void {
    const record = { ...this.state.record, ...change };
    if (!this.isClosed) workEmailRecords.write(this.userId, record);
    this.update({ record });
  }

  private update(change: Partial<WorkEmailState>): void {
    this.state = { ...this.state, ...change };
    for (const listener of this.listeners) listener();
  }
}

/** Converts the error of a call. `unanswered` is the step that the server may have done if no response came. */
function workEmailErrorOf(error: unknown, unanswered: WorkEmailStep | null): WorkEmailError {
  if (!(error instanceof ApiError) || isAnswerLost(error)) {
    return { at: null, code: null, unanswered };
  }
  const [field] = error.fields;
  // E004 about `email`: another account has the mailbox. E004 without a field: this account is registered.
  if (error.code === "E004" && field?.path === "email") return { at: "email", code: "taken" };
  if (error.code === "E002" && field) {
    const { path, code } = field;
    return { at: path === "employerId" || path === "code" ? path : "email", code };
  }
  return { at: null, code: error.code, waitMs: error.retryAfterMs };
}
