/** The confirmation of a work mailbox, step by step. React only shows it. */
import { ApiError, isAnswerLost } from "#/api/error";
import type { ErrorCode, FieldErrorCode } from "#/core/core";
import { emptyWorkEmail, type WorkEmailRecord, workEmailRecords } from "./work-email-record";

/** The calls to the server; each rejects with an error of the API. */
export interface WorkEmailPorts {
  sendCode(employerId: string, email: string): Promise<void>;
  confirm(code: string, idempotencyKey: string): Promise<{ employerId: string; expiresAt: string }>;
}

/** A step that calls the server. */
type WorkEmailStep = "sending" | "confirming";

/** The error of the last step: it belongs to a box, or to the call itself. */
export type WorkEmailError =
  | { at: "employerId" | "email" | "code"; code: FieldErrorCode | "taken" }
  /** The server decides how long to wait. */
  | { at: null; code: ErrorCode; waitMs: number | null }
  /** No answer came. `unanswered` is the step that the server may have taken nevertheless. */
  | { at: null; code: null; unanswered: WorkEmailStep | null };

export interface WorkEmailState {
  record: WorkEmailRecord;
  busy: WorkEmailStep | null;
  error: WorkEmailError | null;
  /** True if the person wants another mailbox than the one that verified their profile. */
  wantsAnother: boolean;
}

/** A mail may take a while, and a new code makes the earlier one invalid. */
const resendAfterMs = 60_000;
/** The lifetime of a code on the server (`docs/product.md`). */
const codeLifetimeMs = 15 * 60_000;

/** The work mailbox of one LINE user. */
export class WorkEmailStore {
  private state: WorkEmailState;
  private readonly listeners = new Set<() => void>();
  /** Counts the times that the person deleted the mailbox. An answer to an earlier call is useless. */
  private nCleared = 0;
  private isClosed = false;

  constructor(
    readonly userId: string,
    private readonly ports: WorkEmailPorts,
    /** The employer of the mailbox that the server has confirmed for this account, if any. */
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

  /** Forgets the mailbox, whose record the caller deletes. The person may enter another one. */
  clear(): void {
    this.nCleared += 1;
    this.update({ record: emptyWorkEmail, busy: null, error: null, wantsAnother: false });
  }

  /** Ends all storing: the person has left the form, or starts over. */
  close(): void {
    this.isClosed = true;
  }

  setEmail(email: string): void {
    const { error } = this.state;
    this.save({ email });
    if (error?.at !== "code") this.update({ error: null });
  }

  /** Returns whether a mailbox of this employer is confirmed and the confirmation is valid. */
  isConfirmedFor(employerId: unknown, nowMs = Date.now()): boolean {
    const { confirmed } = this.state.record;
    const isReplacing = this.state.wantsAnother || this.isWaitingFor(employerId, nowMs);
    if (this.isVerifiedFor(employerId) && !isReplacing) return true;
    return confirmed?.employerId === employerId && Date.parse(confirmed?.expiresAt ?? "") > nowMs;
  }

  /** Returns whether a mailbox of this employer verified the profile and needs no further code. */
  isVerifiedFor(employerId: unknown): boolean {
    return this.verifiedEmployerId !== null && this.verifiedEmployerId === employerId;
  }

  /** Returns whether the server has sent a code for this employer that is still valid. */
  isWaitingFor(employerId: unknown, nowMs = Date.now()): boolean {
    const { sent } = this.state.record;
    return sent?.employerId === employerId && nowMs - (sent?.atMs ?? 0) < codeLifetimeMs;
  }

  /** Asks the server for a code; returns true if a mail is on its way or may be. */
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
    // The mail may arrive, and its code needs a box. If it does not, the person may send another at once.
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

  /** Goes back to the address, which stays in its box. The wait for another code stays too. */
  changeAddress(): void {
    this.save({ sent: null, confirmed: null });
    this.update({ error: null, wantsAnother: true });
  }

  /** Returns to the mailbox that verified the profile. */
  keepVerified(): void {
    this.save({ sent: null });
    this.update({ error: null, wantsAnother: false });
  }

  /** Returns whether the last call was this step and got no answer, so that its effect is unknown. */
  isUnanswered(step: WorkEmailStep): boolean {
    const { error } = this.state;
    return error?.at === null && error.code === null && error.unanswered === step;
  }

  /** Makes the call and stores its outcome, unless the mailbox was cleared meanwhile. */
  private async run<Answer>(
    busy: WorkEmailStep,
    call: () => Promise<Answer>,
    store: (answer: Answer) => void,
  ): Promise<boolean> {
    if (this.state.busy) return false;
    const { nCleared } = this;
    const isCleared = () => this.nCleared !== nCleared;
    // A request that the offline device did not send cannot have arrived.
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
      // After too many codes, the server says when it accepts the next request.
      if (busy === "sending" && error.at === null && error.code !== null && error.waitMs) {
        this.save({ resendAtMs: Date.now() + error.waitMs });
      }
      // The person has to enter another address.
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

/** Finds the box or the call that an error belongs to. `unanswered` is the step if no answer came. */
function workEmailErrorOf(error: unknown, unanswered: WorkEmailStep | null): WorkEmailError {
  if (!(error instanceof ApiError) || isAnswerLost(error)) {
    return { at: null, code: null, unanswered };
  }
  const [field] = error.fields;
  // E004 without a field means that the account is registered already.
  if (error.code === "E004" && field?.path === "email") return { at: "email", code: "taken" };
  if (error.code === "E002" && field) {
    const { path, code } = field;
    return { at: path === "employerId" || path === "code" ? path : "email", code };
  }
  return { at: null, code: error.code, waitMs: error.retryAfterMs };
}
