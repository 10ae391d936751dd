/** The way of a work mailbox to its confirmation; React only shows it. */
import { watchKey } from "../../../storage/local";
import { recordKey } from "../../../storage/records";
import { faultOf, type WorkEmailFault, type WorkEmailStep } from "./work-email-fault";
import { loadWorkEmail, saveWorkEmail, type WorkEmailRecord } from "./work-email-storage";

/** What the server is asked; each call rejects with an error of the API. */
export interface WorkEmailPorts {
  sendCode(employerId: string, email: string): Promise<void>;
  confirm(code: string, idempotencyKey: string): Promise<{ employerId: string; expiresAt: string }>;
}

export interface WorkEmailState {
  record: WorkEmailRecord;
  busy: WorkEmailStep | null;
  fault: WorkEmailFault | null;
  /** The person wants another mailbox than the one that proved their profile. */
  isProofSetAside: boolean;
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
    /** The employer for whom the server holds a mailbox as this account's own. */
    private readonly provenEmployerId: string | null = null,
  ) {
    const record = loadWorkEmail(userId);
    this.state = { record, busy: null, fault: null, isProofSetAside: false };
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly getState = (): WorkEmailState => this.state;

  /** Follows other windows of this browser; `onFollowed` hears of their work. Gives what stops it. */
  follow(onFollowed: () => void): () => void {
    const take = () => {
      const record = loadWorkEmail(this.userId);
      if (JSON.stringify(record) === JSON.stringify(this.state.record)) return;
      this.update({ record });
      onFollowed();
    };
    // What they did before is told by no event.
    take();
    return watchKey(recordKey(this.userId, "workEmail"), take);
  }

  setEmail(email: string): void {
    const { fault } = this.state;
    this.keep({ email });
    if (fault?.at !== "code") this.update({ fault: null });
  }

  /** Whether a mailbox of this employer is confirmed, and still counts. */
  isConfirmedFor(employerId: unknown, nowMs = Date.now()): boolean {
    const { confirmed } = this.state.record;
    const isInDoubt = this.state.isProofSetAside || this.isWaitingFor(employerId, nowMs);
    if (this.isProvenFor(employerId) && !isInDoubt) return true;
    return confirmed?.employerId === employerId && Date.parse(confirmed?.expiresAt ?? "") > nowMs;
  }

  /** Whether a mailbox of this employer proved the profile, and needs no other code. */
  isProvenFor(employerId: unknown): boolean {
    return this.provenEmployerId !== null && this.provenEmployerId === employerId;
  }

  /** Whether a code for this employer is on the way and still good. */
  isWaitingFor(employerId: unknown, nowMs = Date.now()): boolean {
    const { sent } = this.state.record;
    return sent?.employerId === employerId && nowMs - (sent?.atMs ?? 0) < codeLastsMs;
  }

  /** Whether a code is on the way, or may be. */
  async sendCode(employerId: string): Promise<boolean> {
    const email = this.state.record.email.trim();
    if (email === "") return this.fail({ at: "email", code: "required" });
    const expect = (resendAtMs: number) => {
      const sent = { employerId, email, atMs: Date.now(), key: crypto.randomUUID() };
      this.keep({ sent, confirmed: null, resendAtMs });
    };
    const isSent = await this.run("sending", async () => {
      await this.ports.sendCode(employerId, email);
      expect(Date.now() + resendAfterMs);
    });
    if (isSent || !this.hasLost("sending")) return isSent;
    // The mail may be there in a minute, and its code has to find a box; or it never left.
    expect(0);
    return true;
  }

  async confirm(code: string): Promise<boolean> {
    if (code === "") return this.fail({ at: "code", code: "required" });
    const { email, key } = this.state.record.sent ?? { email: "", key: crypto.randomUUID() };
    return await this.run("confirming", async () => {
      const { employerId, expiresAt } = await this.ports.confirm(code, key);
      this.keep({ confirmed: { employerId, email, expiresAt }, sent: null, resendAtMs: 0 });
    });
  }

  /** Back to the address, which stays to be mended; the wait for another code stays too. */
  changeAddress(): void {
    this.keep({ sent: null, confirmed: null });
    this.update({ fault: null, isProofSetAside: true });
  }

  /** The mailbox that proved the profile will do after all. */
  keepProof(): void {
    this.keep({ sent: null });
    this.update({ fault: null, isProofSetAside: false });
  }

  /** Whether the step was taken without an answer, so that nobody knows. */
  hasLost(step: WorkEmailStep): boolean {
    const { fault } = this.state;
    return fault?.at === null && fault.code === null && fault.lost === step;
  }

  private async run(busy: WorkEmailStep, step: () => Promise<void>): Promise<boolean> {
    if (this.state.busy) return false;
    // What the device itself holds back cannot have arrived.
    const lost = navigator.onLine ? busy : null;
    this.update({ busy, fault: null });
    try {
      await step();
      return true;
    } catch (error) {
      const fault = faultOf(error, lost);
      // Too many codes: the server says when there may be another.
      if (busy === "sending" && fault.at === null && fault.code !== null && fault.waitMs) {
        this.keep({ resendAtMs: Date.now() + fault.waitMs });
      }
      // It is the address that has to be another one.
      if (busy === "confirming" && fault.at === "email") this.changeAddress();
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
