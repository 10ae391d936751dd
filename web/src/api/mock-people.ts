/** The calls with which the developers' page creates people and moves the clock of a server in mock mode. */
import { call, fetchWithin } from "./client";
import type { components } from "./schema";

type Language = components["schemas"]["Language"];
export type MadePeople = components["schemas"]["PeopleResponse"];

/** A debug build of the server needs many seconds to create fifty people, and longer while the machine compiles. */
const makingFetch = fetchWithin(60_000);

/** Creates people who live near a member, and approves the member's profile if the profile waits for a reviewer. */
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
