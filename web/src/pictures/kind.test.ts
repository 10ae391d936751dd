import { expect, test } from "vitest";
import { kindOf } from "./kind";

const text = (...parts: (string | number[])[]): Uint8Array =>
  Uint8Array.from(
    parts.flatMap((part) =>
      typeof part === "string" ? Array.from(part, (char) => char.charCodeAt(0)) : part,
    ),
  );
const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const ftyp = (...brands: string[]) =>
  text(
    [0, 0, 0, 12 + 4 * brands.length],
    "ftyp",
    brands[0] ?? "",
    [0, 0, 0, 0],
    ...brands.slice(1),
  );

test.each([
  ["jpeg", text([0xff, 0xd8, 0xff, 0xe0])],
  ["png", text(png)],
  ["webp", text("RIFF", [4, 0, 0, 0], "WEBP")],
  ["gif", text("GIF89a")],
  ["bmp", text("BM", [1, 2, 3, 4])],
  ["tiff", text("II*", [0])],
  ["tiff", text("MM", [0], "*")],
  ["pdf", text("%PDF-1.7")],
  ["pdf", text([0xef, 0xbb, 0xbf], "%PDF-1.7")],
  ["pdf", text([0x1b], "%-12345X@PJL JOB\r\n", "%PDF-1.4")],
  [null, text("x".repeat(1024), "%PDF-1.4")],
  ["heic", ftyp("heic", "mif1")],
  ["heic", ftyp("mif1", "heic")],
  ["avif", ftyp("avif", "mif1")],
  ["avif", ftyp("mif1", "avif")],
  ["video", ftyp("isom", "mp42")],
  ["video", ftyp("qt  ")],
  [null, text("MZ this program cannot be run in DOS mode")],
  [null, text("<svg>")],
  [null, text("")],
] as const)("recognises %s by its bytes", (kind, bytes) => {
  expect(kindOf(bytes)).toBe(kind);
});
