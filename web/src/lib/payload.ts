/** The data of a page, which is separate from its code: `{route}/_payload.json`. */
import { ownBuildId } from "./build-id";
import { timeLimit } from "./time-limit";

const timeoutMs = 15_000;

/** The query has the id of the build, so that caches may keep the answer forever. */
export async function fetchPayload<Payload>(path: string): Promise<Payload> {
  const id = ownBuildId();
  const query = id ? `?v=${id}` : "";
  const answer = await fetch(`${path}/_payload.json${query}`, { signal: timeLimit(timeoutMs) });
  if (!answer.ok) throw new Error(`the data of ${path} answered ${answer.status}`);
  return (await answer.json()) as Payload;
}
