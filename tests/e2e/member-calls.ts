/** Calls to the API, for journeys that begin after them. */
import { setTimeout as wait } from "node:timers/promises";
import type { Member } from "./members";
import type { TestServer } from "./server";

/** Calls the API. Throws unless the server accepts the call. */
export type ApiCall = <Answer>(method: string, path: string, body?: object) => Promise<Answer>;

/** Returns a function that calls the API with these headers. */
export const callWith =
  (server: TestServer, credentials: Record<string, string> = {}): ApiCall =>
  async (method, path, body) => {
    const answer = await fetch(`${server.url}/api${path}`, {
      method,
      headers: { "Content-Type": "application/json", ...credentials },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    const text = await answer.text();
    // A 204 has no body.
    return text && JSON.parse(text);
  };

export async function logIn(server: TestServer, { userId }: Member): Promise<ApiCall> {
  const call = callWith(server);
  const { idToken } = await call<{ idToken: string }>("GET", `/mock/id-token?userId=${userId}`);
  const logInWith = callWith(server, { "X-Line-Id-Token": idToken });
  const body = { account: userId, password: userId };
  const { token } = await logInWith<{ token: string }>("POST", "/user/login", body);
  return callWith(server, { Authorization: `Bearer ${token}` });
}

interface Introduction {
  introductionId: string;
  person: { nickname: string };
}

/** The server makes the first introductions within seconds. */
const introductionMs = 30_000;

/** Lets the member say yes to the other one. Returns the id of the match if the other one said yes before. */
export async function sayYesByCall(
  server: TestServer,
  member: Member,
  { nickname }: Member,
): Promise<string | null> {
  const call = await logIn(server, member);
  for (const start = Date.now(); Date.now() < start + introductionMs; await wait(250)) {
    const { introductions } = await call<{ introductions: Introduction[] }>(
      "GET",
      "/introductions",
    );
    const own = introductions.find(({ person }) => person.nickname === nickname);
    if (!own) continue;
    const path = `/introductions/${own.introductionId}/answer`;
    const answer = { answer: "YES", note: "" };
    return (await call<{ matchId: string | null }>("PUT", path, answer)).matchId;
  }
  throw new Error(`${nickname} was not introduced to ${member.nickname}`);
}

/** Lets two members say yes to each other. Returns the id of their match. */
export async function makeMatch(server: TestServer, one: Member, other: Member): Promise<string> {
  await sayYesByCall(server, one, other);
  const matchId = await sayYesByCall(server, other, one);
  if (matchId === null) throw new Error("two yes made no match");
  return matchId;
}
