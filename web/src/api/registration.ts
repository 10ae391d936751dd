/** The calls of a registration: ticket, uploads, and the profile itself. */
import { getIdToken, getLiffUser } from "../liff/liff";
import { defineRecord } from "../storage/records";
import { fetchTicket } from "./calls";
import { call } from "./client";
import { ApiError, hasEnded } from "./error";
import { post, postFile } from "./send";

/** A ticket is for one account. */
interface Ticket {
  userId: string;
  token: string;
  /** By the server's clock. */
  expiresAt: string;
  /** By that of the device, which may be wrong by years. */
  receivedAtMs?: number;
}

const tickets = defineRecord({
  name: "registrationToken",
  version: 1,
  parse: (value) => value as Ticket | null,
});

/** A ticket that is about to end is not begun with. */
const marginMs = 60_000;

/**
 * Fetches a ticket unless one is kept that is good for so long: a long form and an offline submit
 * outlive LINE's proof.
 */
export async function requestTicket(goodForMs = marginMs): Promise<void> {
  const kept = readTicket();
  if (kept && seemsGoodFor(kept, goodForMs)) return;
  try {
    const fetched = await fetchTicket();
    const ticket: Ticket = {
      userId: getLiffUser().userId,
      ...fetched,
      receivedAtMs: Date.now(),
    };
    tickets.write(ticket.userId, ticket);
  } catch (error) {
    // Where LINE's proof is too old for another, the server says whether the kept one has ended.
    if (!kept || !(error instanceof ApiError && error.code.startsWith("E001"))) throw error;
  }
}

/** The profile is there, or someone else is: the ticket has served. */
export function forgetTicket(): void {
  tickets.remove(getLiffUser().userId);
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

/** This person's. It is sent whatever the clock of the device says: the server knows the time. */
function readTicket(): Ticket | null {
  return tickets.read(getLiffUser().userId);
}

/** A ticket that seemed to have ended as it came shows a wrong clock: it is kept until it is refused. */
function seemsGoodFor({ expiresAt, receivedAtMs }: Ticket, goodForMs: number): boolean {
  const endsAtMs = Date.parse(expiresAt);
  const isClockWrong = receivedAtMs !== undefined && endsAtMs - marginMs <= receivedAtMs;
  return isClockWrong || endsAtMs - goodForMs > Date.now();
}
