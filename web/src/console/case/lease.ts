/**
 * The reviewer's claim on a case, which ends after ten minutes unless the page renews it. The page stops renewing the
 * claim when the reviewer does not use the page, so that other reviewers can take the case.
 */
import { type CaseClaim, renewLease } from "#/api/review-cases";
import { CaseConflict, type CaseStanding, serverNowMs } from "#/api/review-client";
import { watchUse } from "#/console/use";
import { createStore } from "#/lib/store";
import { describe, logger } from "#/logger/logger";

const renewEveryMs = 150_000;
/** The times after which a hidden page, and a page that the reviewer does not use, let the claim end. */
const hiddenMs = 2 * 60_000;
const unusedMs = 5 * 60_000;
/** If the page has renewed the claim within this time, it does not renew the claim when the reviewer comes back. */
const freshMs = 30_000;
/** The shortest time between a failed renewal and the next attempt. */
const retryMs = 15_000;
const tickMs = 5_000;

export type LeaseState =
  /** The reviewer holds the case. `isEnding` is true while the page does not renew the claim. */
  | { kind: "held"; untilMs: number; isEnding: boolean }
  | { kind: "lapsed" }
  /** The server answered that another reviewer holds the case, or that the case is no longer open. */
  | { kind: "lost"; standing: CaseStanding };

export class Lease {
  private readonly store: ReturnType<typeof createStore<{ state: LeaseState }>>;
  private renewedAtMs: number;
  private usedAtMs: number;
  private notBeforeMs = 0;
  private hiddenSinceMs: number | null = null;
  private isRenewing = false;
  private timer: ReturnType<typeof setInterval> | undefined;
  private stopWatching: () => void = () => undefined;

  constructor(
    private readonly claim: CaseClaim,
    private readonly renewCall: (claim: CaseClaim) => Promise<string> = renewLease,
  ) {
    const untilMs = Date.parse(claim.leaseUntil);
    this.store = createStore<{ state: LeaseState }>({
      state: { kind: "held", untilMs, isEnding: false },
    });
    this.renewedAtMs = serverNowMs();
    this.usedAtMs = serverNowMs();
  }

  readonly getState = (): LeaseState => this.store.get().state;
  readonly subscribe = (listener: () => void): (() => void) => this.store.subscribe(listener);

  /** Renews the claim while the reviewer uses the page. Returns a function that stops the renewals. */
  start(): () => void {
    this.timer = setInterval(this.tick, tickMs);
    document.addEventListener("visibilitychange", this.onVisibility);
    this.stopWatching = watchUse(this.onUse);
    this.onVisibility();
    return () => this.stop();
  }

  /** Ends the claim on this page. Call this when another request shows that the reviewer does not hold the case. */
  lose(standing: CaseStanding): void {
    this.end({ kind: "lost", standing });
  }

  private stop(): void {
    clearInterval(this.timer);
    document.removeEventListener("visibilitychange", this.onVisibility);
    this.stopWatching();
  }

  private readonly onVisibility = (): void => {
    if (document.visibilityState === "visible") {
      this.hiddenSinceMs = null;
      this.onUse();
    } else {
      this.hiddenSinceMs ??= serverNowMs();
    }
  };

  private readonly onUse = (): void => {
    const wasUnused = !this.isUsed();
    this.usedAtMs = serverNowMs();
    const state = this.getState();
    if (state.kind !== "held") return;
    if (serverNowMs() >= state.untilMs) {
      this.tick();
      return;
    }
    // The page did not renew the claim while it was unused. Renew the claim now, because it may end soon.
    const isOld = serverNowMs() - this.renewedAtMs > freshMs;
    if (state.isEnding || (wasUnused && isOld)) void this.renew();
  };

  private readonly tick = (): void => {
    const state = this.getState();
    if (state.kind !== "held") return;
    const nowMs = serverNowMs();
    if (nowMs >= state.untilMs) {
      this.end({ kind: "lapsed" });
      return;
    }
    const isEnding = !this.isUsed();
    if (isEnding !== state.isEnding) this.store.set({ state: { ...state, isEnding } });
    if (!isEnding && nowMs - this.renewedAtMs >= renewEveryMs) void this.renew();
  };

  private isUsed(): boolean {
    const nowMs = serverNowMs();
    const isHidden = this.hiddenSinceMs !== null && nowMs - this.hiddenSinceMs >= hiddenMs;
    return !isHidden && nowMs - this.usedAtMs < unusedMs;
  }

  private async renew(): Promise<void> {
    if (this.isRenewing || serverNowMs() < this.notBeforeMs) return;
    this.isRenewing = true;
    try {
      const untilMs = Date.parse(await this.renewCall(this.claim));
      this.renewedAtMs = serverNowMs();
      if (this.getState().kind === "held") {
        this.store.set({ state: { kind: "held", untilMs, isEnding: false } });
      }
    } catch (error) {
      this.notBeforeMs = serverNowMs() + retryMs;
      if (error instanceof CaseConflict) this.lose(error.standing);
      else logger.info(`the claim was not renewed: ${describe(error)}`);
    } finally {
      this.isRenewing = false;
    }
  }

  private end(state: LeaseState): void {
    this.stop();
    this.store.set({ state });
  }
}
