/** Makes a clean, small picture of a file: in a worker, one at a time, and on the page where that fails. */
import type { Wish } from "./draw";
import { BadFile } from "./problems";
import type { Answer, Job } from "./worker";

/** A worker as far as it is used here. */
export type DrawingWorker = Pick<Worker, "postMessage" | "terminate" | "onmessage" | "onerror">;

interface Ports {
  startWorker(): DrawingWorker;
  drawOnPage(file: Blob, wish: Wish): Promise<Blob>;
  limitMs: number;
}

/** Gives a JPEG without metadata (or the PDF), or throws `BadFile`. */
export type Prepare = (file: Blob, wish: Wish) => Promise<Blob>;

export interface Preparer {
  prepare: Prepare;
  /** Starts the worker before there is anything to do, as long as there is a network to load it. */
  warm(): void;
}

/** The worker did not load or crashed. */
class WorkerLost extends Error {}
/** It never answered. */
class WorkerSilent extends Error {}

/** 50 megapixels take a slow phone some ten seconds. */
const limitMs = 45_000;

export function createPreparer(ports: Ports): Preparer {
  let worker: DrawingWorker | null = null;
  let queue: Promise<unknown> = Promise.resolve();

  const discard = (lost: DrawingWorker) => {
    lost.terminate();
    if (worker === lost) worker = null;
  };
  const getWorker = () => {
    if (!worker) {
      const started = ports.startWorker();
      // One that did not load says so at once, and never again.
      started.onerror = () => discard(started);
      worker = started;
    }
    return worker;
  };
  const ask = (job: Job): Promise<Answer> =>
    new Promise<Answer>((resolve, reject) => {
      const asked = getWorker();
      const giveUp = (error: Error) => {
        clearTimeout(timer);
        discard(asked);
        reject(error);
      };
      const timer = setTimeout(() => giveUp(new WorkerSilent()), ports.limitMs);
      asked.onmessage = ({ data }: MessageEvent<Answer>) => {
        clearTimeout(timer);
        asked.onerror = () => discard(asked);
        resolve(data);
      };
      asked.onerror = () => giveUp(new WorkerLost());
      asked.postMessage(job);
    });
  const askTwice = async (job: Job): Promise<Answer> => {
    try {
      return await ask(job).catch(() => ask(job));
    } catch (error) {
      // What kept a worker busy for so long would do the same to the page.
      if (error instanceof WorkerSilent) return { kind: "bad", problem: "picture_failed" };
      return { kind: "notHere" };
    }
  };
  const prepareNow: Prepare = async (file, wish) => {
    const answer = await askTwice({ file, wish });
    if (answer.kind === "drawn") return answer.blob;
    if (answer.kind === "bad") throw new BadFile(answer.problem);
    try {
      return await ports.drawOnPage(file, wish);
    } catch (cause) {
      throw cause instanceof BadFile ? cause : new BadFile("picture_failed", { cause });
    }
  };

  return {
    prepare(file, wish) {
      // One at a time: each takes up to some hundred megabytes.
      const turn = queue.then(() => prepareNow(file, wish));
      queue = turn.catch(() => undefined);
      return turn;
    },
    warm() {
      try {
        getWorker();
      } catch {
        // Then it is drawn on the page.
      }
    },
  };
}

const preparer = createPreparer({
  startWorker: () => new Worker(new URL("./worker.ts", import.meta.url), { type: "module" }),
  drawOnPage: async (file, wish) => (await import("./draw")).drawPicture(file, wish),
  limitMs,
});

/** Gives a JPEG without metadata (or the PDF), or throws `BadFile`. */
export const preparePicture: Prepare = preparer.prepare;

/** Loads what prepares pictures, so that it is there without a network. */
export async function warmPreparing(): Promise<void> {
  preparer.warm();
  await import("./draw");
}
