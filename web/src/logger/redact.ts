/** Takes out of a log line what may tell who it is about. The server does the same again. */

/** Enough for any sentence; the server takes 2 KiB with its frame. */
const maxLength = 1000;

const replacements: readonly [RegExp, string][] = [
  // The query and the fragment of an address: LINE puts tokens there.
  [/(https?:\/\/[^\s?#"'<>]*)[?#][^\s"'<>]*/g, "$1?…"],
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, "[token]"],
  [/\bBearer\s+\S+/gi, "[token]"],
  [/\bU[0-9a-f]{32}\b/g, "[line id]"],
  [/[^\s@"'<>]+@[^\s@"'<>]+\.[a-z]{2,}/gi, "[e-mail]"],
  // Long runs without a space: session tokens, upload names, keys.
  [/[\w-]{32,}/g, "[token]"],
];

/** The message on one line, without what is personal in it. */
export function redact(message: string): string {
  const line = message.replace(/\p{Cc}+/gu, " ").slice(0, maxLength * 4);
  const redacted = replacements.reduce((text, [found, word]) => text.replace(found, word), line);
  return redacted.slice(0, maxLength);
}
