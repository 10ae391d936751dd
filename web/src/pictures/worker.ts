/** Prepares pictures in a worker, so that the page stays responsive. */
import { drawPicture, type PictureOptions, UnsupportedByThread } from "./draw";
import { type FileProblem, UnusableFile } from "./problems";

export interface PictureRequest {
  file: Blob;
  options: PictureOptions;
}

export type PictureResult =
  | { kind: "drawn"; blob: Blob }
  | { kind: "unusable"; problem: FileProblem }
  | { kind: "unsupported" };

self.onmessage = async ({ data }: MessageEvent<PictureRequest>) => {
  self.postMessage(await respond(data));
};

async function respond({ file, options }: PictureRequest): Promise<PictureResult> {
  try {
    return { kind: "drawn", blob: await drawPicture(file, options) };
  } catch (error) {
    if (error instanceof UnusableFile) return { kind: "unusable", problem: error.problem };
    if (error instanceof UnsupportedByThread) return { kind: "unsupported" };
    return { kind: "unusable", problem: "picture_failed" };
  }
}
