/** The calls of a registration: ticket, uploads, and the profile itself. */
import { getLiffUser } from "../liff/liff";
import { readJson, removeStored, writeJson } from "../storage/local";
import { fetchTicket } from "./calls";
import { hasEnded } from "./error";
import { post, postFile } from "./send";

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
  await withTicket((ticket) =>
    post("/user-profile", JSON.stringify(payload), { headers: { ...headers, ...ticket } }),
  );
}

/** Sends one file; `onProgress` gets the fraction that has left the device. */
export async function uploadTempFile(
  file: Blob,
  purpose: "photo" | "document",
  onProgress?: (fraction: number) => void,
): Promise<{ fileName: string }> {
  return await withTicket((headers) => postFile(file, purpose, { headers, onProgress }));
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

function readTicket(): Ticket | null {
  const ticket = readJson("registrationTicket") as Ticket | null;
  const isOurs = ticket?.userId === getLiffUser().userId;
  const isGood = isOurs && Date.parse(ticket.expiresAt) - marginMs > Date.now();
  return isGood ? ticket : null;
}
