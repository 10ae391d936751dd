/** Detects the kind of a file by its first bytes, because its name and its declared type may be wrong. */

/** The picture formats that at least some browsers decode, and PDF and video, which people pick instead. */
export type FileKind =
  | "jpeg"
  | "png"
  | "webp"
  | "gif"
  | "bmp"
  | "heic"
  | "avif"
  | "tiff"
  | "pdf"
  | "video";

export const mediaTypes: Record<FileKind, string> = {
  jpeg: "image/jpeg",
  png: "image/png",
  webp: "image/webp",
  gif: "image/gif",
  bmp: "image/bmp",
  heic: "image/heic",
  avif: "image/avif",
  tiff: "image/tiff",
  pdf: "application/pdf",
  video: "video/mp4",
};

/** The brands of HEIC files in ISO/IEC 23008-12, and further brands that phones write. */
const heicBrands = new Set(["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"]);
const avifBrands = new Set(["avif", "avis"]);

/** The number of bytes in which to look for `%PDF-`. Mail programs and printers may write lines before this marker. */
const pdfMarkBytes = 1024;

export function kindOf(bytes: Uint8Array): FileKind | null {
  if (startsWith(bytes, [0xff, 0xd8])) return "jpeg";
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return "png";
  if (textAt(bytes, 0, 4) === "RIFF" && textAt(bytes, 8, 4) === "WEBP") return "webp";
  if (textAt(bytes, 0, 4) === "GIF8") return "gif";
  if (textAt(bytes, 0, 2) === "BM") return "bmp";
  if (["II*\0", "MM\0*"].includes(textAt(bytes, 0, 4))) return "tiff";
  if (textAt(bytes, 4, 4) === "ftyp") return kindOfBrands(bytes);
  if (textAt(bytes, 0, pdfMarkBytes).includes("%PDF-")) return "pdf";
  return null;
}

function kindOfBrands(bytes: Uint8Array): FileKind {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = Math.min(view.getUint32(0), bytes.length);
  const brands = [textAt(bytes, 8, 4)];
  for (let at = 16; at + 4 <= end; at += 4) brands.push(textAt(bytes, at, 4));
  // Check for AVIF first, because an AVIF file may also list brands that HEIC files have.
  if (brands.some((brand) => avifBrands.has(brand))) return "avif";
  return brands.some((brand) => heicBrands.has(brand)) ? "heic" : "video";
}

function startsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, index) => bytes[index] === byte);
}

function textAt(bytes: Uint8Array, at: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + length));
}
