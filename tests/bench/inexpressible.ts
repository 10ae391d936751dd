/** The vectors on which a library cannot agree, by the vector's name, with the reason. */
import type { Name } from "./contender";

type Reasons = Record<string, string>;

const unread = "a library gets values, never the text that they were read from";
const unknown = "a library does not look into unknown fields, so it does not see their depth";

const ofAll: Reasons = {
  "a document of one byte more is too large": unread,
  "thirty-three levels are too deep": unknown,
  "thirty-three levels of objects are too deep": unknown,
};

export const inexpressible: Record<Exclude<Name, "core">, Reasons> = {
  zod: ofAll,
  "zod-jitless": ofAll,
  valibot: ofAll,
  ajv: ofAll,
};
