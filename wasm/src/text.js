/** Turns plain data into JSON text. */

/** Returns the text, or nothing for a value that JSON cannot hold, such as an object within itself. */
export function toText(value) {
  try {
    const text = JSON.stringify(value);
    // A replacer makes the call several times slower, so only lossy values get one.
    const isLossy = text?.includes("null") && holdsNoJsonNumber(value);
    return isLossy ? JSON.stringify(value, keepNumber) : text;
  } catch {
    return undefined;
  }
}

/** Returns a copy that holds only what JSON can hold, or null. */
export function toPlain(value) {
  return JSON.parse(toText(value) ?? "null");
}

/** Replaces NaN and infinity, of which JSON makes null, by a value of the wrong type: null would count as no value. */
function keepNumber(_, value) {
  if (typeof value !== "number" || Number.isFinite(value)) return value;
  return Array.isArray(this) ? [] : {};
}

/** Returns whether the value holds NaN or infinity. */
function holdsNoJsonNumber(value) {
  if (typeof value === "number") return !Number.isFinite(value);
  if (typeof value !== "object" || value === null) return false;
  if (Array.isArray(value)) return value.some(holdsNoJsonNumber);
  for (const name in value) if (holdsNoJsonNumber(value[name])) return true;
  return false;
}
