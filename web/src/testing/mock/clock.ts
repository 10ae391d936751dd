/** The mock's clock, its counter for ids, and its delayed work. */
export class Clock {
  /** The time by which the mock server's clock is ahead of the real one. */
  aheadMs = 0;
  protected coming: { atMs: number; act: () => void }[] = [];
  protected lastId = 100;

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

  /** Does this work at the first call after the wait. The mock uses no timers, so a test needs no clean-up. */
  later(waitMs: number, act: () => void): void {
    this.coming.push({ atMs: this.nowMs() + waitMs, act });
  }

  /** Does the delayed work that is due. */
  settle(): void {
    const due = this.coming.filter(({ atMs }) => atMs <= this.nowMs());
    this.coming = this.coming.filter((one) => !due.includes(one));
    for (const { act } of due) act();
  }
}
