/** Uploads a file with XMLHttpRequest, because fetch does not report the progress of an upload. */
import { publicConfig } from "#/lib/config";
import { storeRenewedToken } from "./client";
import { apiErrorOf, NetworkError } from "./error";
import { logServerFault } from "./log-server-fault";
import type { paths } from "./schema";

const path = "/file/tempUpload" satisfies keyof paths;
type Operation = paths[typeof path]["post"];
type UploadForm = Operation["requestBody"]["content"]["multipart/form-data"];
export type Upload = Operation["responses"][200]["content"]["application/json"];

export type UploadPurpose = "photo" | "document";

export interface UploadOptions {
  /** The headers with the credentials: the token of the session or the registration token. */
  headers: Record<string, string>;
  onProgress?: ((fraction: number) => void) | undefined;
  signal?: AbortSignal | undefined;
}

/** An upload without progress fails after this time. A large photo can take minutes, so its time has no limit. */
const stallTimeoutMs = 30_000;

/** The server deletes an uploaded file after a day unless a profile uses the file. */
export function uploadFile(
  file: Blob,
  purpose: UploadPurpose,
  { headers, onProgress, signal }: UploadOptions,
): Promise<Upload> {
  return new Promise((resolve, reject) => {
    // A signal that has already aborted fires no event, so check it first.
    if (signal?.aborted) return reject(new NetworkError("the caller cancelled the upload"));
    const request = new XMLHttpRequest();
    request.open("POST", publicConfig().apiServerPath + path);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    const fail = () => reject(new NetworkError("no answer"));
    let stall: ReturnType<typeof setTimeout>;
    const restartTimeout = () => {
      clearTimeout(stall);
      stall = setTimeout(() => request.abort(), stallTimeoutMs);
    };
    request.upload.addEventListener("progress", ({ lengthComputable, loaded, total }) => {
      restartTimeout();
      if (lengthComputable) onProgress?.(loaded / total);
    });
    request.addEventListener("error", fail);
    request.addEventListener("abort", fail);
    request.addEventListener("loadend", () => clearTimeout(stall));
    signal?.addEventListener("abort", () => request.abort());
    request.addEventListener("load", () => {
      const answer = parseJson(request.responseText);
      storeRenewedToken(request.getResponseHeader("Authorization"));
      if (request.status < 300) return resolve(answer as Upload);
      const error = apiErrorOf(request.status, answer, (name) => request.getResponseHeader(name));
      logServerFault(error);
      reject(error);
    });
    restartTimeout();
    request.send(formOf({ purpose, file }));
  });
}

/** The OpenAPI document types the file as a string, because JSON has no type for binary data. */
function formOf(fields: Omit<UploadForm, "file"> & Record<keyof UploadForm, Blob | string>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
