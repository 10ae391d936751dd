/** Plain data as JSON text. */

/** The text; nothing for what JSON cannot hold, such as an object within itself. */
export function toText(value) {
  try {
    const text = JSON.stringify(value);
    return text?.includes("null") ? JSON.stringify(value, keepNumber) : text;
  } catch {
    return undefined;
  }
}

/** JSON makes null, nothing at all, of NaN and infinity; they are something, and of the wrong type. */
function keepNumber(_, value) {
  if (typeof value !== "number" || Number.isFinite(value)) return value;
  return Array.isArray(this) ? [] : {};
}
