/** The way of a work mailbox to its confirmation; React only shows it. */
import type { ErrorCode, FieldError, FieldErrorCode } from "../../../core/core";
import { watchKey } from "../../../storage/local";
import { loadWorkEmail, saveWorkEmail, type WorkEmailRecord } from "./work-email-storage";

/** What the server is asked; each call rejects with an error of the API. */
export interface WorkEmailPorts {
  sendCode(employerId: string, email: string): Promise<void>;
  confirm(code: string): Promise<{ employerId: string; expiresAt: string }>;
}

/** Why the last step failed: a sentence at a box, or one about the call. */
export type WorkEmailFault =
  | { at: "employerId" | "email" | "code"; code: FieldErrorCode | "taken" }
  /** The code is null when no server answered; the wait is the server's. */
  | { at: null; code: ErrorCode | null; waitMs: number | null };

export interface WorkEmailState {
  record: WorkEmailRecord;
  busy: "sending" | "confirming" | null;
  fault: WorkEmailFault | null;
}

/** A mail may take a while, and nobody is helped by two codes of which one no longer works. */
const resendAfterMs = 60_000;
/** As long as the server takes a code (issue 5). */
const codeLastsMs = 15 * 60_000;

/** One mailbox of one LINE user. */
export class WorkEmailStore {
  private state: WorkEmailState;
  private readonly listeners = new Set<() => void>();

  constructor(
    readonly userId: string,
    private readonly ports: WorkEmailPorts,
  ) {
    this.state = { record: loadWorkEmail(userId), busy: null, fault: null };
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly getState = (): WorkEmailState => this.state;

  /** Follows other windows of this browser; gives what stops it. */
  readonly follow = (): (() => void) =>
    watchKey("workEmail", () => this.update({ record: loadWorkEmail(this.userId) }));

  setEmail(email: string): void {
    const { fault } = this.state;
    this.keep({ email });
    if (fault?.at !== "code") this.update({ fault: null });
  }

  /** Whether a mailbox of this employer is confirmed, and still counts. */
  isConfirmedFor(employerId: unknown, nowMs = Date.now()): boolean {
    const { confirmed } = this.state.record;
    return confirmed?.employerId === employerId && Date.parse(confirmed?.expiresAt ?? "") > nowMs;
  }

  /** Whether a code for this employer is on the way and still good. */
  isWaitingFor(employerId: unknown, nowMs = Date.now()): boolean {
    const { sent } = this.state.record;
    return sent?.employerId === employerId && nowMs - (sent?.atMs ?? 0) < codeLastsMs;
  }

  async sendCode(employerId: string): Promise<boolean> {
    const email = this.state.record.email.trim();
    if (email === "") return this.fail({ at: "email", code: "required" });
    return await this.run("sending", async () => {
      await this.ports.sendCode(employerId, email);
      const atMs = Date.now();
      const sent = { employerId, email, atMs };
      this.keep({ sent, confirmed: null, resendAtMs: atMs + resendAfterMs });
    });
  }

  async confirm(code: string): Promise<boolean> {
    if (code === "") return this.fail({ at: "code", code: "required" });
    const email = this.state.record.sent?.email ?? "";
    return await this.run("confirming", async () => {
      const { employerId, expiresAt } = await this.ports.confirm(code);
      this.keep({ confirmed: { employerId, email, expiresAt }, sent: null, resendAtMs: 0 });
    });
  }

  /** Back to the address, which stays to be mended; the wait for another code stays too. */
  changeAddress(): void {
    this.keep({ sent: null, confirmed: null });
    this.update({ fault: null });
  }

  private async run(busy: "sending" | "confirming", step: () => Promise<void>): Promise<boolean> {
    if (this.state.busy) return false;
    this.update({ busy, fault: null });
    try {
      await step();
      return true;
    } catch (error) {
      const fault = faultOf(error);
      // Too many codes: the server says when there may be another.
      if (busy === "sending" && fault.at === null && fault.waitMs) {
        this.keep({ resendAtMs: Date.now() + fault.waitMs });
      }
      // It is the address that has to be another one.
      if (busy === "confirming" && fault.at === "email") this.keep({ sent: null });
      return this.fail(fault);
    } finally {
      this.update({ busy: null });
    }
  }

  private fail(fault: WorkEmailFault): false {
    this.update({ fault });
    return false;
  }

  private keep(change: Partial<WorkEmailRecord>): void {
    const record = { ...this.state.record, ...change };
    saveWorkEmail(this.userId, record);
    this.update({ record });
  }

  private update(change: Partial<WorkEmailState>): void {
    this.state = { ...this.state, ...change };
    for (const listener of this.listeners) listener();
  }
}

/** An error answer of the API, by its shape. */
interface ApiFailure {
  code: ErrorCode;
  fields?: readonly FieldError[];
  retryAfterMs?: number | null;
}

function faultOf(error: unknown): WorkEmailFault {
  if (!isApiFailure(error)) return { at: null, code: null, waitMs: null };
  const [field] = error.fields ?? [];
  // Without a field it is the account that is there already.
  if (error.code === "E004" && field?.path === "email") return { at: "email", code: "taken" };
  if (error.code === "E002" && field) return faultOfField(field);
  return { at: null, code: error.code, waitMs: error.retryAfterMs ?? null };
}

function faultOfField({ path, code }: FieldError): WorkEmailFault {
  const at = path === "employerId" || path === "code" ? path : "email";
  return { at, code };
}

function isApiFailure(error: unknown): error is ApiFailure {
  return typeof error === "object" && error !== null && "code" in error;
}
