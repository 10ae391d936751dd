/** Calls of the developers' page that make people, and that move the clock of a server in mock mode. */
import { call, fetchWithin } from "./client";
import type { components } from "./schema";

type Language = components["schemas"]["Language"];
export type MadePeople = components["schemas"]["PeopleResponse"];

/** A server that is not optimised draws and stores fifty people in some seconds, or longer while it compiles. */
const makingFetch = fetchWithin(60_000);

/** Makes people around a member, and approves the member's profile if it waits for a reviewer. */
export function makePeople(userId: string, count: number, language: Language): Promise<MadePeople> {
  const body = { userId, count, language };
  return call((client) => client.POST("/mock/people", { body, fetch: makingFetch }), {
    usesSession: false,
  });
}

/** Moves the server's clock to one minute after the next daily set, and returns the new time in RFC 3339. */
export async function moveToNextSet(): Promise<string> {
  const body = { toNextSet: true };
  const { now } = await call((client) => client.PUT("/mock/clock", { body }), {
    usesSession: false,
  });
  return now;
}
