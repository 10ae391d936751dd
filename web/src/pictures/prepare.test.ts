import { expect, test } from "vitest";
import { createPreparer, type DrawingWorker } from "./prepare";
import { BadFile } from "./problems";
import type { Answer, Job } from "./worker";

const file = new Blob(["bytes"]);
const wish = { longestSidePx: 2048 };
const drawn: Answer = { kind: "drawn", blob: new Blob(["small"]) };

/** What a worker does with a job: answers, crashes, or keeps silent. */
type Deed = Answer | "crash" | "silence";

/** Workers of which each does the next deed; the last one is repeated. */
function stage(deeds: Deed[], drawOnPage = async () => new Blob(["by the page"])) {
  const log: string[] = [];
  const jobs: Job[] = [];
  let nAtOnce = 0;
  const startWorker = () => {
    log.push("start");
    const worker: DrawingWorker = {
      onmessage: null,
      onerror: null,
      terminate: () => void log.push("end"),
      postMessage(job: Job) {
        jobs.push(job);
        nAtOnce += 1;
        expect(nAtOnce).toBe(1);
        const deed = deeds.length > 1 ? deeds.shift() : deeds[0];
        setTimeout(() => {
          nAtOnce -= 1;
          if (deed === "crash") worker.onerror?.call(worker as Worker, new ErrorEvent("error"));
          else if (deed !== "silence") {
            worker.onmessage?.call(worker as Worker, new MessageEvent("message", { data: deed }));
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
  return { ...createPreparer({ startWorker, drawOnPage: page, limitMs: 20 }), log, jobs };
}

test("one worker draws everything, one picture at a time and in order", async () => {
  const { prepare, log, jobs } = stage([drawn]);
  const files = [new Blob(["1"]), new Blob(["2"]), new Blob(["3"])];
  const blobs = await Promise.all(files.map((each) => prepare(each, wish)));
  expect(await blobs[0]?.text()).toBe("small");
  expect(jobs.map((job) => job.file)).toEqual(files);
  expect(log).toEqual(["start"]);
});

test("a worker that crashes is replaced, and the picture tried once more", async () => {
  const { prepare, log } = stage(["crash", drawn]);
  expect(await (await prepare(file, wish)).text()).toBe("small");
  expect(log).toEqual(["start", "end", "start"]);
});

test("where no worker runs, the page draws", async () => {
  const { prepare, log } = stage(["crash"]);
  expect(await (await prepare(file, wish)).text()).toBe("by the page");
  expect(log).toEqual(["start", "end", "start", "end", "page"]);
});

test("a worker that did not load is not asked later", async () => {
  const workers: DrawingWorker[] = [];
  const { prepare, warm } = createPreparer({
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
    limitMs: 1000,
  });
  warm();
  workers[0]?.onerror?.call(workers[0] as Worker, new ErrorEvent("error"));
  expect(await (await prepare(file, wish)).text()).toBe("small");
  expect(workers).toHaveLength(2);
});

test("what a worker cannot draw is left to the page at once", async () => {
  const { prepare, log } = stage([{ kind: "notHere" }]);
  await prepare(file, wish);
  expect(log).toEqual(["start", "page"]);
});

test("a worker that never answers is ended, and the page is not made to hang in its place", async () => {
  const { prepare, log } = stage(["silence"]);
  await expect(prepare(file, wish)).rejects.toMatchObject({ problem: "picture_failed" });
  expect(log).toEqual(["start", "end", "start", "end"]);
});

test("a bad file is told as what it is, and the next one is drawn by the same worker", async () => {
  const { prepare, log } = stage([{ kind: "bad", problem: "picture_heic" }, drawn]);
  const [bad, good] = await Promise.allSettled([prepare(file, wish), prepare(file, wish)]);
  expect(bad).toMatchObject({ reason: { problem: "picture_heic" } });
  expect(good.status).toBe("fulfilled");
  expect(log).toEqual(["start"]);
});

test("whatever goes wrong on the page is told as a bad file too", async () => {
  const broken = stage(["crash"], () => Promise.reject(new Error("out of memory")));
  await expect(broken.prepare(file, wish)).rejects.toBeInstanceOf(BadFile);
  await expect(broken.prepare(file, wish)).rejects.toMatchObject({ problem: "picture_failed" });
});
