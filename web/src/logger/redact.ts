/** Removes from a log line everything that may identify a person. The server redacts the line again. */

/** The most bytes of a message. The server accepts a body of 2 KiB, in which JSON may double each byte. */
const maxBytes = 1000;

const replacements: readonly [RegExp, string][] = [
  // LINE puts tokens into the query and the fragment of an address.
  [/(https?:\/\/[^\s?#"'<>]*)[?#][^\s"'<>]*/g, "$1?…"],
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, "[token]"],
  [/\bBearer\s+\S+/gi, "[token]"],
  [/\bU[0-9a-f]{32}\b/g, "[line id]"],
  [/[^\s@"'<>]+@[^\s@"'<>]+\.[a-z]{2,}/gi, "[e-mail]"],
  // Session tokens, names of uploads, and keys are long runs of letters and digits.
  [/[\w-]{32,}/g, "[token]"],
];

export function redact(message: string): string {
  const line = message.replace(/\p{Cc}+/gu, " ").slice(0, maxBytes * 4);
  const redacted = replacements.reduce((text, [found, word]) => text.replace(found, word), line);
  const { read } = new TextEncoder().encodeInto(redacted, new Uint8Array(maxBytes));
  return redacted.slice(0, read);
}
