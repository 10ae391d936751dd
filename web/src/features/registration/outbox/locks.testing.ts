/** The browser's locks, as far as the outbox uses them; happy-dom has none. */

type Work = (lock: object | null) => unknown;

interface Options {
  ifAvailable?: boolean;
  signal?: AbortSignal;
  steal?: boolean;
}

interface Queue {
  last: Promise<unknown>;
  nWaiting: number;
  /** Breaks off whoever holds it. */
  breakOff: () => void;
}

/** For each name one holder, and the others in a row. */
export function fakeLocks() {
  const queues = new Map<string, Queue>();
  const hold = async (queue: Queue, work: Work) => {
    queue.nWaiting += 1;
    const stolen = new Promise<never>((_, reject) => {
      const breakOff = () => reject(new DOMException("stolen", "AbortError"));
      if (queue.nWaiting === 1) queue.breakOff = breakOff;
    });
    const held = Promise.race([queue.last.then(() => work({})), stolen]);
    queue.last = held.catch(() => undefined);
    try {
      return await held;
    } finally {
      queue.nWaiting -= 1;
    }
  };
  return {
    request(name: string, ...rest: [Work] | [Options, Work]): Promise<unknown> {
      const work = rest.at(-1) as Work;
      const { ifAvailable, signal, steal }: Options = rest.length === 2 ? rest[0] : {};
      const queue = queues.get(name) ?? {
        last: Promise.resolve(),
        nWaiting: 0,
        breakOff: () => undefined,
      };
      queues.set(name, queue);
      if (steal) {
        queue.breakOff();
        queues.set(name, { ...queue, last: Promise.resolve(), nWaiting: 0 });
        return this.request(name, work);
      }
      if (ifAvailable && queue.nWaiting > 0) return Promise.resolve(work(null));
      return hold(queue, (lock) => {
        if (signal?.aborted) throw new DOMException("aborted", "AbortError");
        return work(lock);
      });
    },
  };
}
