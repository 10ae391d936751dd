/** The vectors a library gives another verdict on, by the vector's name, and why it cannot do better. */
import type { Name } from "./contender";

type Reasons = Record<string, string>;

const unread = "a library is given values, never the text they were read from";
const unknown = "fields nobody knows are not looked into, so their depth is not seen";

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
