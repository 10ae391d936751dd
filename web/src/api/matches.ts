/** The calls about matches and their conversations. E003: the match is over, or never was. */
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

/** Returns up to 100 notes, the oldest first: the latest ones, those after a number, or those before one. */
export async function fetchNotes(
  matchId: string,
  range: { after?: number; before?: number } = {},
): Promise<Notes> {
  const params = { path: { matchId }, query: range };
  return await call((client) => client.GET("/matches/{matchId}/notes", { params }), {
    isSafe: true,
  });
}

/** Sends a note. One key counts once. */
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

/** Tells the server up to where the member has read. */
export async function markNotesRead(matchId: string, noteId: number): Promise<void> {
  const params = { path: { matchId } };
  await call((client) => client.PUT("/matches/{matchId}/read", { params, body: { noteId } }));
}

/** Offers the link to the member's own LINE contact, or takes it back with null. */
export async function offerContact(matchId: string, line: string | null): Promise<Contact> {
  const params = { path: { matchId } };
  return await call((client) =>
    client.PUT("/matches/{matchId}/contact", { params, body: { line } }),
  );
}

/** Answers the question whether the two met. */
export async function tellIfMet(matchId: string, met: boolean): Promise<void> {
  const params = { path: { matchId } };
  await call((client) => client.PUT("/matches/{matchId}/met", { params, body: { met } }));
}

/** Ends the match for both. */
export async function leaveMatch(matchId: string): Promise<void> {
  const params = { path: { matchId } };
  await call((client) => client.DELETE("/matches/{matchId}", { params }));
}
