/** Plain data as JSON text. */

/** The text; nothing for what JSON cannot hold, such as an object within itself. */
export function toText(value) {
  try {
    const text = JSON.stringify(value);
    // A replacer makes the whole several times slower, so it is asked for only where it is needed.
    const isLossy = text?.includes("null") && holdsNoJsonNumber(value);
    return isLossy ? JSON.stringify(value, keepNumber) : text;
  } catch {
    return undefined;
  }
}

/** JSON makes null, nothing at all, of NaN and infinity; they are something, and of the wrong type. */
function keepNumber(_, value) {
  if (typeof value !== "number" || Number.isFinite(value)) return value;
  return Array.isArray(this) ? [] : {};
}

/** Whether NaN or infinity is somewhere in it. */
function holdsNoJsonNumber(value) {
  if (typeof value === "number") return !Number.isFinite(value);
  if (typeof value !== "object" || value === null) return false;
  if (Array.isArray(value)) return value.some(holdsNoJsonNumber);
  for (const name in value) if (holdsNoJsonNumber(value[name])) return true;
  return false;
}
