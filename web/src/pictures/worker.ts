/** Draws pictures beside the page, so that the page goes on answering. */
import { drawPicture, NotHere, type Wish } from "./draw";
import { BadFile, type FileProblem } from "./problems";

/** One picture to draw. */
export interface Job {
  file: Blob;
  wish: Wish;
}

/** What became of it. */
export type Answer =
  | { kind: "drawn"; blob: Blob }
  | { kind: "bad"; problem: FileProblem }
  /** Another thread may do better. */
  | { kind: "notHere" };

self.onmessage = async ({ data }: MessageEvent<Job>) => {
  self.postMessage(await answer(data));
};

async function answer({ file, wish }: Job): Promise<Answer> {
  try {
    return { kind: "drawn", blob: await drawPicture(file, wish) };
  } catch (error) {
    if (error instanceof BadFile) return { kind: "bad", problem: error.problem };
    if (error instanceof NotHere) return { kind: "notHere" };
    return { kind: "bad", problem: "picture_failed" };
  }
}
