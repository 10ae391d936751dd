/** Loads the data of a page, which the build writes into a file of its own, such as `/register/_payload.json`. */
import { ownBuildId } from "./build-id";
import { timeLimit } from "./time-limit";

const timeoutMs = 15_000;

/** Adds the id of the build to the query, so that caches may keep the answer forever. */
export async function fetchPayload<Payload>(path: string): Promise<Payload> {
  const id = ownBuildId();
  const query = id ? `?v=${id}` : "";
  const answer = await fetch(`${path}/_payload.json${query}`, { signal: timeLimit(timeoutMs) });
  if (!answer.ok) throw new Error(`the data of ${path} answered ${answer.status}`);
  return (await answer.json()) as Payload;
}
