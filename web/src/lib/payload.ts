/** The data of a page, apart from its code: `{route}/_payload.json` (seed, section 7). */
import { ownBuildId } from "./build-id";

/** Asked for by the build's id, so that a cache may keep the answer for good. */
export async function fetchPayload<Payload>(path: string): Promise<Payload> {
  const id = ownBuildId();
  const answer = await fetch(`${path}/_payload.json${id ? `?v=${id}` : ""}`);
  if (!answer.ok) throw new Error(`the data of ${path} answered ${answer.status}`);
  return (await answer.json()) as Payload;
}
