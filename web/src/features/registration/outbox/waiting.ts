/** A wait that ends at once when things look better, or when the person does not want to wait. */
import type { SendPorts } from "./send-form";

interface Bounds {
  untilMs: number;
  /** Only the person may end it sooner: the server asked for this. */
  notBeforeMs: number;
  signal: AbortSignal;
}

/** The wait between two attempts. */
export class Waiting {
  private end: AbortController | null = null;
  private notBeforeMs = 0;

  constructor(private readonly sleep: SendPorts["wait"]) {}

  /** Listens for a network and for the person's return; gives what stops it. */
  start(): () => void {
    const tryNow = () => {
      if (Date.now() >= this.notBeforeMs) this.endNow();
    };
    const look = () => {
      if (document.visibilityState === "visible") tryNow();
    };
    window.addEventListener("online", tryNow);
    document.addEventListener("visibilitychange", look);
    return () => {
      window.removeEventListener("online", tryNow);
      document.removeEventListener("visibilitychange", look);
    };
  }

  /** Whether it ended before its time. */
  async wait({ untilMs, notBeforeMs, signal }: Bounds): Promise<boolean> {
    const end = new AbortController();
    const endNow = () => end.abort();
    signal.addEventListener("abort", endNow);
    this.end = end;
    this.notBeforeMs = notBeforeMs;
    await this.sleep(Math.max(untilMs - Date.now(), 0), end.signal);
    signal.removeEventListener("abort", endNow);
    this.end = null;
    return end.signal.aborted;
  }

  endNow(): void {
    this.end?.abort();
  }
}
