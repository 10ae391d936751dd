import { expect, test } from "vitest";
import { createPreparer, type DrawingWorker } from "./prepare";
import { UnusableFile } from "./problems";
import type { PictureRequest, PictureResult } from "./worker";

const file = new Blob(["bytes"]);
const options = { longestSidePx: 2048 };
const drawn: PictureResult = { kind: "drawn", blob: new Blob(["small"]) };

const drawPdf = async () => ({ picture: new Blob(["pages"]), nPages: 3 });

/** The reaction of a worker to a request. */
type Reaction = PictureResult | "crash" | "silence";

/** Each worker reacts in the next of these ways. The last one repeats. */
function stage(reactions: Reaction[], drawOnPage = async () => new Blob(["by the page"])) {
  const log: string[] = [];
  const requests: PictureRequest[] = [];
  let nAtOnce = 0;
  const startWorker = () => {
    log.push("start");
    const worker: DrawingWorker = {
      onmessage: null,
      onerror: null,
      terminate: () => void log.push("end"),
      postMessage(request: PictureRequest) {
        requests.push(request);
        nAtOnce += 1;
        expect(nAtOnce).toBe(1);
        const reaction = reactions.length > 1 ? reactions.shift() : reactions[0];
        setTimeout(() => {
          nAtOnce -= 1;
          if (reaction === "crash") worker.onerror?.call(worker as Worker, new ErrorEvent("error"));
          else if (reaction !== "silence") {
            worker.onmessage?.call(
              worker as Worker,
              new MessageEvent("message", { data: reaction }),
            );
          }
        }, 1);
      },
    };
    return worker;
  };
  const page = async () => {
    log.push("page");
    return drawOnPage();
  };
  const ports = { startWorker, drawOnPage: page, drawPdf, timeoutMs: 20 };
  return { ...createPreparer(ports), log, requests };
}

test("draws all pictures in one worker, one at a time and in order", async () => {
  const { prepare, log, requests } = stage([drawn]);
  const files = [new Blob(["1"]), new Blob(["2"]), new Blob(["3"])];
  const prepared = await Promise.all(files.map((each) => prepare(each, options)));
  expect(await prepared[0]?.picture.text()).toBe("small");
  expect(requests.map((request) => request.file)).toEqual(files);
  expect(log).toEqual(["start"]);
});

test("starts another worker after a crash and tries the picture once more", async () => {
  const { prepare, log } = stage(["crash", drawn]);
  expect(await (await prepare(file, options)).picture.text()).toBe("small");
  expect(log).toEqual(["start", "end", "start"]);
});

test("draws on the page if no worker runs", async () => {
  const { prepare, log } = stage(["crash"]);
  expect(await (await prepare(file, options)).picture.text()).toBe("by the page");
  expect(log).toEqual(["start", "end", "start", "end", "page"]);
});

test("does not use a worker that did not load", async () => {
  const workers: DrawingWorker[] = [];
  const { prepare, preload } = createPreparer({
    startWorker() {
      const worker: DrawingWorker = {
        onmessage: null,
        onerror: null,
        terminate: () => undefined,
        postMessage() {
          if (workers.indexOf(worker) === 0) return;
          worker.onmessage?.call(worker as Worker, new MessageEvent("message", { data: drawn }));
        },
      };
      workers.push(worker);
      return worker;
    },
    drawOnPage: () => Promise.reject(new Error("not needed")),
    drawPdf,
    timeoutMs: 1000,
  });
  preload();
  workers[0]?.onerror?.call(workers[0] as Worker, new ErrorEvent("error"));
  expect(await (await prepare(file, options)).picture.text()).toBe("small");
  expect(workers).toHaveLength(2);
});

test("draws a picture on the page at once if the worker does not support it", async () => {
  const { prepare, log } = stage([{ kind: "unsupported" }]);
  await prepare(file, options);
  expect(log).toEqual(["start", "page"]);
});

test("ends a worker that never answers, and does not block the page in its place", async () => {
  const { prepare, log } = stage(["silence"]);
  await expect(prepare(file, options)).rejects.toMatchObject({ problem: "picture_failed" });
  expect(log).toEqual(["start", "end", "start", "end"]);
});

test("reports the problem of an unusable file and draws the next one in the same worker", async () => {
  const { prepare, log } = stage([{ kind: "unusable", problem: "picture_heic" }, drawn]);
  const [bad, good] = await Promise.allSettled([prepare(file, options), prepare(file, options)]);
  expect(bad).toMatchObject({ reason: { problem: "picture_heic" } });
  expect(good.status).toBe("fulfilled");
  expect(log).toEqual(["start"]);
});

test("reports any failure on the page as an unusable file", async () => {
  const broken = stage(["crash"], () => Promise.reject(new Error("out of memory")));
  await expect(broken.prepare(file, options)).rejects.toBeInstanceOf(UnusableFile);
  await expect(broken.prepare(file, options)).rejects.toMatchObject({ problem: "picture_failed" });
});

test("draws the pages of a PDF only where a document is asked for", async () => {
  const pdf = new Blob(["a line of a printer\n%PDF-1.7\n"]);
  const { prepare, log } = stage([{ kind: "unusable", problem: "file_pdf" }]);
  const { picture, nPages } = await prepare(pdf, { ...options, mayBePdf: true });
  expect([await picture.text(), nPages]).toEqual(["pages", 3]);
  expect(log).toEqual([]);
  await expect(prepare(pdf, options)).rejects.toMatchObject({ problem: "file_pdf" });
});
