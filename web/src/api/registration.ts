/** The calls of a registration: ticket, uploads, and the profile itself. */
import { getIdToken, getLiffUser } from "../liff/liff";
import { readJson, removeStored, writeJson } from "../storage/local";
import { fetchTicket } from "./calls";
import { call } from "./client";
import { ApiError, hasEnded } from "./error";
import { post, postFile } from "./send";

/** A ticket is for one account; `expiresAt` is the server's. */
interface Ticket {
  userId: string;
  token: string;
  expiresAt: string;
}

/** A ticket that is about to end is not begun with. */
const marginMs = 60_000;

/**
 * Fetches a ticket unless one is kept that is good for so long: a long form and an offline submit
 * outlive LINE's proof.
 */
export async function requestTicket(goodForMs = marginMs): Promise<void> {
  if (readTicket(goodForMs)) return;
  const ticket: Ticket = { userId: getLiffUser().userId, ...(await fetchTicket()) };
  writeJson("registrationTicket", ticket);
}

/** The profile is there, or someone else is: the ticket has served. */
export function forgetTicket(): void {
  removeStored("registrationTicket");
}

/** Sends the payload (or, without the core, the draft). Twice with one key makes one profile. */
export async function createUserProfile(
  payload: object,
  idempotencyKey: string,
  signal?: AbortSignal,
): Promise<void> {
  const body = JSON.stringify(payload);
  const headers = { "Content-Type": "application/json", "Idempotency-Key": idempotencyKey };
  await withTicket((ticket) =>
    post("/user-profile", body, { headers: { ...headers, ...ticket }, signal }),
  );
}

/** Sends one file; `onProgress` gets the fraction that has left the device. */
export async function uploadTempFile(
  file: Blob,
  purpose: "photo" | "document",
  onProgress?: (fraction: number) => void,
  signal?: AbortSignal,
): Promise<{ fileName: string }> {
  return await withTicket((headers) => postFile(file, purpose, { headers, onProgress, signal }));
}

/** Whether there is an account. Goes with both proofs: LINE's may be stale, and the ticket gone. */
export async function isRegistered(): Promise<boolean> {
  const params = { path: { userId: getLiffUser().userId } };
  const idToken = await getIdToken();
  const ticket = readTicket();
  const headers = {
    ...(idToken ? { "X-Line-Id-Token": idToken } : {}),
    ...(ticket ? { Authorization: `Bearer ${ticket.token}` } : {}),
  };
  try {
    await call((client) => client.GET("/user/review-status/{userId}", { params, headers }), {
      isPublic: true,
      showToast: false,
    });
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.code === "E003") return false;
    throw error;
  }
}

/** In the middle of the form: a ticket is fetched where there is none, and once more where it has ended. */
export async function withFreshTicket<Answer>(
  send: (headers: Record<string, string>) => Promise<Answer>,
): Promise<Answer> {
  await requestTicket();
  try {
    return await withTicket(send);
  } catch (error) {
    if (!hasEnded(error)) throw error;
    await requestTicket();
    return await withTicket(send);
  }
}

/** A ticket the server no longer takes is replaced at the next try. */
async function withTicket<Answer>(
  send: (headers: Record<string, string>) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await send({ Authorization: `Bearer ${readTicket()?.token ?? ""}` });
  } catch (error) {
    if (hasEnded(error)) forgetTicket();
    throw error;
  }
}

function readTicket(goodForMs = marginMs): Ticket | null {
  const ticket = readJson("registrationTicket") as Ticket | null;
  const isOurs = ticket?.userId === getLiffUser().userId;
  const isGood = isOurs && Date.parse(ticket.expiresAt) - goodForMs > Date.now();
  return isGood ? ticket : null;
}
