/** The browser's locks, for tests: happy-dom has none. */
import { vi } from "vitest";

type Work = (lock: object | null) => unknown;

interface LockOptions {
  ifAvailable?: boolean;
  signal?: AbortSignal;
  steal?: boolean;
}

interface Holder {
  steal: () => void;
}

/** Locks as the Web Locks API describes them: one holder for each name, and a queue. */
class FakeLocks {
  private readonly holders = new Map<string, Holder>();
  private readonly queues = new Map<string, (() => void)[]>();

  async request(name: string, ...rest: [Work] | [LockOptions, Work]): Promise<unknown> {
    const work = rest.at(-1) as Work;
    const { ifAvailable, signal, steal }: LockOptions = rest.length === 2 ? rest[0] : {};
    if (signal?.aborted) throw abortError();
    await Promise.resolve();
    if (steal) {
      this.holders.get(name)?.steal();
      return await this.hold(name, work);
    }
    if (this.holders.has(name)) {
      if (ifAvailable) return await work(null);
      await this.queue(name, signal);
    }
    return await this.hold(name, work);
  }

  private queue(name: string, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const queue = this.queues.get(name) ?? [];
      this.queues.set(name, queue);
      queue.push(resolve);
      signal?.addEventListener("abort", () => {
        const at = queue.indexOf(resolve);
        if (at < 0) return;
        queue.splice(at, 1);
        reject(abortError());
      });
    });
  }

  private async hold(name: string, work: Work): Promise<unknown> {
    let holder: Holder = { steal: () => undefined };
    const stolen = new Promise<never>((_, reject) => {
      holder = { steal: () => reject(abortError()) };
    });
    stolen.catch(() => undefined);
    this.holders.set(name, holder);
    try {
      return await Promise.race([Promise.resolve(work({})), stolen]);
    } finally {
      if (this.holders.get(name) === holder) {
        this.holders.delete(name);
        this.queues.get(name)?.shift()?.();
      }
    }
  }
}

const abortError = () => new DOMException("aborted", "AbortError");

/** Gives the test locks until `vi.unstubAllGlobals()`. */
export function stubLocks(): void {
  const locks = new FakeLocks();
  vi.stubGlobal(
    "navigator",
    new Proxy(navigator, {
      get: (target, name) => (name === "locks" ? locks : Reflect.get(target, name)),
    }),
  );
}
