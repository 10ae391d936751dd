/** The data of a page, apart from its code: `{route}/_payload.json` (seed, section 7). */
import { ownBuildId } from "./build-id";
import { timeLimit } from "./time-limit";

const patienceMs = 15_000;

/** Asked for by the build's id, so that a cache may keep the answer for good. */
export async function fetchPayload<Payload>(path: string): Promise<Payload> {
  const id = ownBuildId();
  const query = id ? `?v=${id}` : "";
  const answer = await fetch(`${path}/_payload.json${query}`, { signal: timeLimit(patienceMs) });
  if (!answer.ok) throw new Error(`the data of ${path} answered ${answer.status}`);
  return (await answer.json()) as Payload;
}
