/**
 * Draws the first pages of a PDF below each other, as one picture. The person checks the same picture that a reviewer
 * sees, and nothing else of the file reaches the server.
 */
import {
  getDocument,
  PasswordException,
  type PDFDocumentLoadingTask,
  type PDFPageProxy,
  PDFWorker,
  version,
} from "pdfjs-dist/legacy/build/pdf.mjs";
import { within } from "#/lib/time-limit";
import { encode, release } from "./draw";
import { documentSidePx, maxDocumentPixels, maxPdfPages, maxPixels, minSidePx } from "./limits";
import { UnusableFile } from "./problems";

export interface PdfPicture {
  picture: Blob;
  /** The number of pages of the PDF. The picture shows at most the first `maxPdfPages`. */
  nPages: number;
}

/** The longest wait for the worker to load its 390 kB of code. */
const loadMs = 20_000;
/** The longest time to draw a PDF. A slow phone takes ten seconds for five scanned pages. */
const timeoutMs = 20_000;
/** The longest wait until pdf.js has cleaned up. That takes a few milliseconds, unless the worker is busy. */
const endMs = 1_000;
/** The interval of the timer that measures the drawing time. If a tick comes later, the drawing blocked the page. */
const tickMs = 500;
/** Each second in which the drawing blocks the page counts as two seconds, because the person cannot use the page. */
const blockedFactor = 2;
/** The most time that counts between two ticks. A longer interval means that the browser had suspended the page. */
const longestBlockMs = 5_000;

/** The largest scale: 300 pixels per inch, at which the smallest print is legible. The unit of a PDF is 1/72 inch. */
const maxScale = 300 / 72;
/** The longest side of the canvas. WebKit allows 32,767 pixels, and half as many on some phones. */
const maxSidePx = 16_384;

const assets = import.meta.env.DEV
  ? "/node_modules/pdfjs-dist/"
  : `${import.meta.env.BASE_URL}assets/pdfjs-${version}/`;

/** Throws `UnusableFile`. */
export async function drawPdf(file: Blob): Promise<PdfPicture> {
  const port = new Worker(new URL("./pdf-worker.ts", import.meta.url), { type: "module" });
  const { hasStarted, hasCrashed } = watch(port);
  const loads = new AssetLoads();
  let task: PDFDocumentLoadingTask | undefined;
  try {
    await within(loadMs, Promise.race([hasStarted, hasCrashed])).catch((cause: unknown) => {
      throw new UnusableFile("pdf_offline", { cause });
    });
    task = getDocument({
      data: new Uint8Array(await file.arrayBuffer()),
      worker: PDFWorker.create({ port }),
      useWorkerFetch: false,
      BinaryDataFactory: loaderOf(loads),
      // With this limit, pdf.js leaves out larger pictures within a page.
      maxImageSize: maxPixels,
      canvasMaxAreaInBytes: maxDocumentPixels * 4,
      enableXfa: false,
    });
    return await withinVisibleTime(Promise.race([drawWith(task, loads), hasCrashed]), loads);
  } catch (cause) {
    if (cause instanceof UnusableFile) throw cause;
    const isLocked = cause instanceof PasswordException;
    throw new UnusableFile(isLocked ? "pdf_locked" : "pdf_broken", { cause });
  } finally {
    // Stop a drawing that takes too long, and remove the fonts that pdf.js has added to the web page.
    if (task) await within(endMs, task.destroy()).catch(() => undefined);
    port.terminate();
  }
}

function watch(port: Worker) {
  const hasStarted = new Promise<void>((resolve) => {
    port.addEventListener("message", () => resolve(), { once: true });
  });
  const hasCrashed = new Promise<never>((_, reject) => {
    port.addEventListener("error", () => reject(new Error("the worker of pdf.js crashed")));
  });
  hasCrashed.catch(() => undefined);
  return { hasStarted, hasCrashed };
}

async function drawWith(task: PDFDocumentLoadingTask, loads: AssetLoads): Promise<PdfPicture> {
  const pdf = await task.promise;
  const pages = await Promise.all(
    Array.from({ length: Math.min(pdf.numPages, maxPdfPages) }, (_, at) => pdf.getPage(at + 1)),
  );
  if (pages.length === 0) throw new UnusableFile("pdf_broken");
  const picture = await drawPages(pages);
  // If a font or a character map did not load, pdf.js draws a page with missing words, so do not send that picture.
  if (loads.hasFailed) throw new UnusableFile("pdf_offline");
  return { picture, nPages: pdf.numPages };
}

const folders = { cMapUrl: "cmaps", standardFontDataUrl: "standard_fonts", wasmUrl: "wasm" };

interface Asset {
  kind: keyof typeof folders;
  filename: string;
}

class AssetLoads {
  nOpen = 0;
  hasFailed = false;
}

/** Returns a `BinaryDataFactory` class for pdf.js. It loads files from our server, and updates `loads`. */
function loaderOf(loads: AssetLoads) {
  return class {
    async fetch({ kind, filename }: Asset): Promise<Uint8Array> {
      loads.nOpen += 1;
      try {
        const response = await fetch(`${assets}${folders[kind]}/${filename}`);
        if (!response.ok) throw new Error(`${filename}: ${response.status}`);
        return new Uint8Array(await response.arrayBuffer());
      } catch (error) {
        loads.hasFailed = true;
        throw error;
      } finally {
        loads.nOpen -= 1;
      }
    }
  };
}

async function drawPages(pages: readonly PDFPageProxy[]): Promise<Blob> {
  const sizes = pages.map((page) => page.getViewport({ scale: 1 }));
  const heightOfWidth = sizes.reduce((sum, { width, height }) => sum + height / width, 0);
  const widest = Math.max(...sizes.map(({ width }) => width));
  const width = Math.floor(
    Math.min(
      documentSidePx,
      widest * maxScale,
      maxSidePx / heightOfWidth,
      Math.sqrt(maxDocumentPixels / heightOfWidth),
    ),
  );
  const heights = sizes.map((size) => Math.max(1, Math.floor((size.height * width) / size.width)));
  const height = heights.reduce((sum, one) => sum + one, 0);
  if (Math.min(width, height) < minSidePx) throw new UnusableFile("picture_too_small");
  const canvas = newCanvas(width, height);
  // Draw each page on its own canvas, because pdf.js clears the whole canvas before it draws a page.
  const sheets: HTMLCanvasElement[] = [];
  try {
    const pen = canvas.getContext("2d", { alpha: false });
    if (!pen) throw new UnusableFile("picture_failed");
    let top = 0;
    for (const [index, page] of pages.entries()) {
      const sheet = newCanvas(width, heights[index] ?? 1);
      sheets.push(sheet);
      const viewport = page.getViewport({ scale: width / (sizes[index]?.width ?? width) });
      await page.render({ canvas: sheet, viewport, background: "white" }).promise;
      pen.drawImage(sheet, 0, top);
      top += sheet.height;
      release(sheet);
      page.cleanup();
    }
    return await encode(canvas);
  } finally {
    for (const each of [canvas, ...sheets]) release(each);
  }
}

const newCanvas = (width: number, height: number) =>
  Object.assign(document.createElement("canvas"), { width, height });

/**
 * Rejects if the drawing takes too long: with `pdf_offline` while a file is still loading, and otherwise with
 * `pdf_too_complex`. The time while the page is hidden does not count, because the browser then pauses the drawing.
 */
function withinVisibleTime<Value>(drawing: Promise<Value>, loads: AssetLoads): Promise<Value> {
  return new Promise((resolve, reject) => {
    let leftMs = timeoutMs;
    let lastMs = performance.now();
    const timer = setInterval(() => {
      const elapsedMs = Math.min(performance.now() - lastMs, longestBlockMs);
      lastMs = performance.now();
      if (document.visibilityState === "hidden") return;
      leftMs -= elapsedMs + (blockedFactor - 1) * Math.max(0, elapsedMs - tickMs);
      if (leftMs <= 0) reject(new UnusableFile(loads.nOpen ? "pdf_offline" : "pdf_too_complex"));
    }, tickMs);
    drawing.then(resolve, reject).finally(() => clearInterval(timer));
  });
}
