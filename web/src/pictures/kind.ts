/** Finds the kind of a file by its bytes. Its name and its declared type prove nothing. */

export type FileKind = "jpeg" | "png" | "webp" | "gif" | "heic" | "avif" | "pdf";

export const mediaTypes: Record<FileKind, string> = {
  jpeg: "image/jpeg",
  png: "image/png",
  webp: "image/webp",
  gif: "image/gif",
  heic: "image/heic",
  avif: "image/avif",
  pdf: "application/pdf",
};

/** The brands of ISO/IEC 23008-12, and others that phones write. */
const heicBrands = new Set(["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"]);
const avifBrands = new Set(["avif", "avis"]);

/** Returns the kind of these bytes, or null if no browser shows such a file. */
export function kindOf(bytes: Uint8Array): FileKind | null {
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return "jpeg";
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return "png";
  if (textAt(bytes, 0) === "RIFF" && textAt(bytes, 8) === "WEBP") return "webp";
  if (textAt(bytes, 0) === "GIF8") return "gif";
  if (textAt(bytes, 0) === "%PDF") return "pdf";
  if (textAt(bytes, 4) === "ftyp") return kindOfBrands(bytes);
  return null;
}

/** Returns whether the file is complete. Decoders paint the missing part of a cut file grey. */
export function isWhole(bytes: Uint8Array, kind: FileKind): boolean {
  switch (kind) {
    case "jpeg":
      return isWholeJpeg(bytes);
    case "png":
      return isWholePng(bytes);
    case "webp":
      return viewOf(bytes).getUint32(4, true) + 8 <= bytes.length;
    default:
      // The decoder finds out.
      return true;
  }
}

/** Looks for the end marker after the segments: a thumbnail in the metadata has one of its own. */
function isWholeJpeg(bytes: Uint8Array): boolean {
  const view = viewOf(bytes);
  let at = 2;
  while (at + 4 <= bytes.length && bytes[at] === 0xff) {
    // Any number of fill bytes may precede a marker.
    if (bytes[at + 1] === 0xff) at += 1;
    else if (bytes[at + 1] === 0xda) return hasEndMarker(bytes, at);
    else at += 2 + view.getUint16(at + 2);
  }
  return false;
}

function hasEndMarker(bytes: Uint8Array, scanAt: number): boolean {
  for (let at = bytes.length - 1; at > scanAt; at -= 1) {
    at = bytes.lastIndexOf(0xd9, at);
    if (at <= scanAt) return false;
    if (bytes[at - 1] === 0xff) return true;
  }
  return false;
}

function isWholePng(bytes: Uint8Array): boolean {
  const view = viewOf(bytes);
  let at = 8;
  while (at + 12 <= bytes.length) {
    if (textAt(bytes, at + 4) === "IEND") return true;
    at += 12 + view.getUint32(at);
  }
  return false;
}

function kindOfBrands(bytes: Uint8Array): FileKind | null {
  const end = Math.min(viewOf(bytes).getUint32(0), bytes.length);
  const brands = [textAt(bytes, 8)];
  for (let at = 16; at + 4 <= end; at += 4) brands.push(textAt(bytes, at));
  // An AVIF may list the general brands of HEIF too.
  if (brands.some((brand) => avifBrands.has(brand))) return "avif";
  return brands.some((brand) => heicBrands.has(brand)) ? "heic" : null;
}

function startsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, index) => bytes[index] === byte);
}

function textAt(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4));
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
