/** Sends a body with XMLHttpRequest, because fetch tells nothing of an upload's progress. */
import { publicConfig } from "../lib/config";
import { keepRenewedToken } from "./client";
import { apiErrorOf, NetworkError } from "./error";

interface Sending {
  method?: "POST" | "PUT";
  headers: Record<string, string>;
  /** Gets the fraction that has left the device. */
  onProgress?: ((fraction: number) => void) | undefined;
  /** Whoever asked does not want it any more. */
  signal?: AbortSignal | undefined;
}

/** A large photo on a slow network takes minutes, but never stands still for so long. */
const stallMs = 30_000;

/** Posts (or puts) to a path of the API and gives the JSON it answers. */
export function post(
  path: string,
  body: FormData | string,
  { method = "POST", headers, onProgress, signal }: Sending,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    // An event that is over is not told again.
    if (signal?.aborted) return reject(new NetworkError("not wanted any more"));
    const request = new XMLHttpRequest();
    request.open(method, publicConfig().apiServerPath + path);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    const fail = () => reject(new NetworkError("no answer"));
    let stall: ReturnType<typeof setTimeout>;
    const waitOn = () => {
      clearTimeout(stall);
      stall = setTimeout(() => request.abort(), stallMs);
    };
    request.upload.addEventListener("progress", ({ lengthComputable, loaded, total }) => {
      waitOn();
      if (lengthComputable) onProgress?.(loaded / total);
    });
    request.addEventListener("error", fail);
    request.addEventListener("abort", fail);
    request.addEventListener("loadend", () => clearTimeout(stall));
    signal?.addEventListener("abort", () => request.abort());
    request.addEventListener("load", () => {
      const answer = parseJson(request.responseText);
      keepRenewedToken(request.getResponseHeader("Authorization"));
      if (request.status < 300) resolve(answer);
      else reject(apiErrorOf(request.status, answer, request.getResponseHeader("Retry-After")));
    });
    waitOn();
    request.send(body);
  });
}

/** Sends one file for later use; it waits a day for a profile that takes it. */
export async function postFile(
  file: Blob,
  purpose: "photo" | "document",
  sending: Sending,
): Promise<{ fileName: string }> {
  const form = new FormData();
  form.append("purpose", purpose);
  form.append("file", file);
  return (await post("/file/tempUpload", form, sending)) as { fileName: string };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
