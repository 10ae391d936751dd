/** The waits of an outbox: after a failure, and those the server asked for before. */
import { waitAfterMs } from "./backoff";
import type { OutboxRecord } from "./outbox-record";
import type { OutboxEvent } from "./outbox-states";
import type { SendPorts } from "./send-form";
import type { Verdict } from "./verdict";
import { Waiting } from "./waiting";

export class Pauses {
  private readonly waiting: Waiting;

  constructor(
    private readonly record: OutboxRecord,
    private readonly tell: (event: OutboxEvent) => void,
    sleep: SendPorts["wait"],
  ) {
    this.waiting = new Waiting(sleep);
  }

  /** Listens for what ends a wait; gives what stops it. */
  start(): () => void {
    return this.waiting.start();
  }

  endNow(): void {
    this.waiting.endNow();
  }

  async afterFailure(
    { code, askedMs }: Extract<Verdict, { kind: "wait" }>,
    signal: AbortSignal,
  ): Promise<void> {
    const nFailed = (this.record.entry?.nFailed ?? 0) + 1;
    const nowMs = Date.now();
    const notBeforeMs = askedMs ? nowMs + askedMs : 0;
    const untilMs = nowMs + waitAfterMs(nFailed, Math.random(), askedMs);
    this.record.change({ nFailed, notBeforeMs, waitCode: code });
    this.tell({ kind: "failed", code, untilMs });
    const wasEnded = await this.waiting.wait({ untilMs, notBeforeMs, signal });
    // Something has changed: the next failure counts as the first.
    if (wasEnded && !signal.aborted) this.record.change({ nFailed: 0 });
  }

  /** The server's wish holds for the next window too, and after a restart. */
  async askedBefore(signal: AbortSignal): Promise<void> {
    const asked = this.record.askedToWait(Date.now());
    if (!asked) return;
    this.tell({ kind: "began" });
    this.tell({ kind: "failed", ...asked });
    await this.waiting.wait({ untilMs: asked.untilMs, notBeforeMs: asked.untilMs, signal });
  }
}
