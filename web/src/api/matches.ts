/**
 * The calls about matches and their conversations. They throw E003 if the member has no such match or the match is
 * over.
 */
import { call } from "./client";
import type { components } from "./schema";

export type Match = components["schemas"]["MatchResponse"];
export type Note = components["schemas"]["NoteResponse"];
export type Notes = components["schemas"]["NotesResponse"];
export type Contact = components["schemas"]["ContactResponse"];

export async function fetchMatches(): Promise<Match[]> {
  const { matches } = await call((client) => client.GET("/matches"), {
    isSafe: true,
  });
  return matches;
}

/**
 * Returns up to 100 notes, the oldest first: the notes that follow `after` or precede `before`, or the latest notes.
 */
export async function fetchNotes(
  matchId: string,
  range: { after?: number; before?: number } = {},
): Promise<Notes> {
  const params = { path: { matchId }, query: range };
  return await call((client) => client.GET("/matches/{matchId}/notes", { params }), {
    isSafe: true,
  });
}

/** Sends a note. A repeated call with the same idempotency key stores no second note. */
export async function sendNote(
  matchId: string,
  text: string,
  idempotencyKey: string,
): Promise<Note> {
  const params = { path: { matchId }, header: { "Idempotency-Key": idempotencyKey } };
  return await call((client) =>
    client.POST("/matches/{matchId}/notes", { params, body: { text } }),
  );
}

export async function markNotesRead(matchId: string, noteId: number): Promise<void> {
  const params = { path: { matchId } };
  await call((client) => client.PUT("/matches/{matchId}/read", { params, body: { noteId } }));
}

/** Offers the other member a link to this member's LINE contact. Null withdraws the offer. */
export async function offerContact(matchId: string, line: string | null): Promise<Contact> {
  const params = { path: { matchId } };
  return await call((client) =>
    client.PUT("/matches/{matchId}/contact", { params, body: { line } }),
  );
}

export async function tellIfMet(matchId: string, met: boolean): Promise<void> {
  const params = { path: { matchId } };
  await call((client) => client.PUT("/matches/{matchId}/met", { params, body: { met } }));
}

/** Ends the match for both members. */
export async function leaveMatch(matchId: string): Promise<void> {
  const params = { path: { matchId } };
  await call((client) => client.DELETE("/matches/{matchId}", { params }));
}
