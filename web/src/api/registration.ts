/** The calls of a registration: ticket, uploads, and the profile itself. */
import { publicConfig } from "../lib/config";
import { getLiffUser } from "../liff/liff";
import { readJson, removeStored, writeJson } from "../storage/local";
import { fetchTicket } from "./calls";
import { apiErrorOf, NetworkError } from "./error";

/** A ticket is for one account; `expiresAt` is the server's. */
interface Ticket {
  userId: string;
  token: string;
  expiresAt: string;
}

/** A ticket that is about to end is not begun with. */
const marginMs = 60_000;

/** Fetches a ticket unless one is kept: a long form and an offline submit outlive LINE's proof. */
export async function requestTicket(): Promise<void> {
  if (readTicket()) return;
  const ticket: Ticket = { userId: getLiffUser().userId, ...(await fetchTicket()) };
  writeJson("registrationTicket", ticket);
}

/** The profile is there, or someone else is: the ticket has served. */
export function forgetTicket(): void {
  removeStored("registrationTicket");
}

/** Sends the payload (or, without the core, the draft). Twice with one key makes one profile. */
export async function createUserProfile(payload: object, idempotencyKey: string): Promise<void> {
  const headers = { "Content-Type": "application/json", "Idempotency-Key": idempotencyKey };
  await send("/user-profile", JSON.stringify(payload), headers);
}

/** Sends one file; `onProgress` gets the fraction that has left the device. */
export async function uploadTempFile(
  file: Blob,
  purpose: "photo" | "document",
  onProgress?: (fraction: number) => void,
): Promise<{ fileName: string }> {
  const form = new FormData();
  form.append("purpose", purpose);
  form.append("file", file);
  return (await send("/file/tempUpload", form, {}, onProgress)) as { fileName: string };
}

function readTicket(): Ticket | null {
  const ticket = readJson("registrationTicket") as Ticket | null;
  const isOurs = ticket?.userId === getLiffUser().userId;
  const isGood = isOurs && Date.parse(ticket.expiresAt) - marginMs > Date.now();
  return isGood ? ticket : null;
}

/** With XMLHttpRequest, because fetch tells nothing of an upload's progress. */
function send(
  path: string,
  body: FormData | string,
  headers: Record<string, string>,
  onProgress?: (fraction: number) => void,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", publicConfig().apiServerPath + path);
    request.setRequestHeader("Authorization", `Bearer ${readTicket()?.token ?? ""}`);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener("progress", ({ lengthComputable, loaded, total }) => {
      if (lengthComputable) onProgress?.(loaded / total);
    });
    request.addEventListener("error", () => reject(new NetworkError("no answer")));
    request.addEventListener("load", () => {
      const answer = parseJson(request.responseText);
      if (request.status < 300) return resolve(answer);
      const failure = apiErrorOf(request.status, answer);
      // A ticket the server no longer takes is replaced at the next try.
      if (failure.code === "E001A" || failure.code === "E001B") forgetTicket();
      reject(failure);
    });
    request.send(body);
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
