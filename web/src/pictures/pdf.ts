/**
 * Makes one picture of the first pages of a PDF, below each other. A reviewer sees the same pixels as the person, and
 * nothing else of the file reaches the server.
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
  /** The number of pages of the PDF, of which the picture has at most `maxPdfPages`. */
  nPages: number;
}

/** The worker has 390 kB to load. */
const loadMs = 20_000;
/** Five scanned pages take a slow phone ten seconds. */
const timeoutMs = 20_000;
/** A worker that is not busy ends its work in a few milliseconds. */
const endMs = 1_000;
/** The interval at which the page looks at the time, and finds out whether it was blocked. */
const tickMs = 500;
/** Each second of a blocked page counts as two, because the person can do nothing meanwhile. */
const blockedFactor = 2;
/** A browser stops the ticks of a page that sleeps, so that a longer interval was sleep. */
const longestBlockMs = 5_000;

/** A PDF counts in 72nds of an inch. At 300 pixels an inch, the smallest print can be read. */
const maxScale = 300 / 72;
/** The longest side of a canvas in WebKit is 32,767 pixels, and half of that on some phones. */
const maxSidePx = 16_384;

/** The folder of the fonts and the character maps that pdf.js loads for PDFs that lack them. */
const assets = import.meta.env.DEV
  ? "/node_modules/pdfjs-dist/"
  : `${import.meta.env.BASE_URL}assets/pdfjs-${version}/`;

/** Returns the picture. Throws `UnusableFile`. */
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
      // A larger picture in a page stays white.
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
    // Ends a drawing that takes too long, and takes the fonts of the PDF out of the document once the worker answers.
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
  // pdf.js draws a page although a font or a character map did not load, and the picture then lacks words.
  if (loads.hasFailed) throw new UnusableFile("pdf_offline");
  return { picture, nPages: pdf.numPages };
}

/** The folders of what pdf.js loads for some PDFs only: character maps, fonts, and decoders of scans. */
const folders = { cMapUrl: "cmaps", standardFontDataUrl: "standard_fonts", wasmUrl: "wasm" };

interface Asset {
  kind: keyof typeof folders;
  filename: string;
}

/** The loads of one drawing. */
class AssetLoads {
  nOpen = 0;
  hasFailed = false;
}

/** Returns a class as pdf.js wants it, which loads a file of pdf.js from our server. */
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

/** Draws the pages at one width, and returns a JPEG. */
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
  // pdf.js paints over the whole canvas that it gets, so each page has one of its own.
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
 * Rejects if the drawing takes too long, or a network that has stalled keeps it. A hidden page draws nothing, so its time
 * does not count.
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
