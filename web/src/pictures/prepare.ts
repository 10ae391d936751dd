/** Prepares a picked file for the upload in a worker, or on the page if the worker fails or cannot decode the file. */
import { type RetryPolicy, retry } from "#/lib/retry";
import { within } from "#/lib/time-limit";
import type { PictureOptions } from "./draw";
import { kindOf } from "./kind";
import type { PdfPicture } from "./pdf";
import { UnusableFile } from "./problems";
import type { PictureRequest, PictureResult } from "./worker";

export type DrawingWorker = Pick<Worker, "postMessage" | "terminate" | "onmessage" | "onerror">;

interface Ports {
  startWorker(): DrawingWorker;
  drawOnPage(file: Blob, options: PictureOptions): Promise<Blob>;
  drawPdf(file: Blob): Promise<PdfPicture>;
  timeoutMs: number;
}

interface PreparedPicture {
  /** A JPEG without metadata. */
  picture: Blob;
  nPages?: number;
}

/** Returns the picture to send. Throws `UnusableFile`. */
export type PreparePicture = (file: Blob, options: PictureOptions) => Promise<PreparedPicture>;

interface Preparer {
  prepare: PreparePicture;
  /** Starts the worker before the first picture, so that the worker is loaded if the network fails later. */
  preload(): void;
}

/** The worker failed to load, or crashed. */
class WorkerCrashed extends Error {}
class WorkerTimedOut extends Error {}

/** The longest wait for the worker. A slow phone takes about ten seconds for 50 megapixels. */
const timeoutMs = 45_000;

/** Tries a second time with a new worker, because an earlier picture may have caused the crash. */
const onceMore: RetryPolicy = { firstMs: 0, factor: 1, maxDelayMs: 0, maxAttempts: 2 };

export function createPreparer(ports: Ports): Preparer {
  let worker: DrawingWorker | null = null;
  let queue: Promise<unknown> = Promise.resolve();

  const discard = (failed: DrawingWorker) => {
    failed.terminate();
    if (worker === failed) worker = null;
  };
  const getWorker = () => {
    if (!worker) {
      const started = ports.startWorker();
      // Listen at once, because a worker reports only once that it failed to load, perhaps before the first picture.
      started.onerror = () => discard(started);
      worker = started;
    }
    return worker;
  };
  const post = (request: PictureRequest): Promise<PictureResult> =>
    new Promise<PictureResult>((resolve, reject) => {
      const current = getWorker();
      const fail = (error: Error) => {
        clearTimeout(timer);
        discard(current);
        reject(error);
      };
      const timer = setTimeout(() => fail(new WorkerTimedOut()), ports.timeoutMs);
      current.onmessage = ({ data }: MessageEvent<PictureResult>) => {
        clearTimeout(timer);
        current.onerror = () => discard(current);
        resolve(data);
      };
      current.onerror = () => fail(new WorkerCrashed());
      current.postMessage(request);
    });
  const drawInWorker = async (request: PictureRequest): Promise<PictureResult> => {
    try {
      return await retry(() => post(request), { policy: onceMore });
    } catch (error) {
      // Do not draw on the page after a timeout, because the picture would block the page as it has blocked the worker.
      if (error instanceof WorkerTimedOut) return { kind: "unusable", problem: "picture_failed" };
      return { kind: "unsupported" };
    }
  };
  const prepareNow: PreparePicture = async (file, options) => {
    if (options.mayBePdf && (await isPdf(file))) return await ports.drawPdf(file);
    const result = await drawInWorker({ file, options });
    if (result.kind === "drawn") return { picture: result.blob };
    if (result.kind === "unusable") throw new UnusableFile(result.problem);
    try {
      return { picture: await ports.drawOnPage(file, options) };
    } catch (cause) {
      throw cause instanceof UnusableFile ? cause : new UnusableFile("picture_failed", { cause });
    }
  };

  return {
    prepare(file, options) {
      // Prepare one picture after the other, because each picture may take some hundred megabytes of memory.
      const prepared = queue.then(() => prepareNow(file, options));
      queue = prepared.catch(() => undefined);
      return prepared;
    },
    preload() {
      try {
        getWorker();
      } catch {
        // In a browser without workers, the page draws the pictures.
      }
    },
  };
}

async function isPdf(file: Blob): Promise<boolean> {
  return kindOf(new Uint8Array(await file.slice(0, 2048).arrayBuffer())) === "pdf";
}

/** The longest wait for the code that draws PDFs. All later files wait for the PDF, so this wait must end. */
const loadMs = 20_000;

/**
 * Loads the code that draws a PDF, and draws the PDF. The code is large, and most people never need it. Does not use
 * `loadChunk`, which reloads the page if a chunk is missing. The form would retry after each reload, so the page would
 * reload again and again.
 */
async function drawPdfByChunk(file: Blob): Promise<PdfPicture> {
  const { drawPdf } = await within(loadMs, import("./pdf")).catch((cause: unknown) => {
    throw new UnusableFile("pdf_offline", { cause });
  });
  return await drawPdf(file);
}

const preparer = createPreparer({
  startWorker: () => new Worker(new URL("./worker.ts", import.meta.url), { type: "module" }),
  drawOnPage: async (file, options) => (await import("./draw")).drawPicture(file, options),
  drawPdf: drawPdfByChunk,
  timeoutMs,
});

export const preparePicture: PreparePicture = preparer.prepare;

/** Loads the code that prepares pictures, so that the form can prepare pictures offline. */
export async function preloadPreparing(): Promise<void> {
  preparer.preload();
  await import("./draw");
}
