import { expect, test } from "vitest";
import { isWhole, kindOf } from "./kind";

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
  ["pdf", text("%PDF-1.7")],
  ["heic", ftyp("heic", "mif1")],
  ["heic", ftyp("mif1", "heic")],
  ["avif", ftyp("avif", "mif1")],
  ["avif", ftyp("mif1", "avif")],
  [null, ftyp("isom", "mp42")],
  [null, text("MZ this program cannot be run in DOS mode")],
  [null, text("<svg>")],
  [null, text("")],
] as const)("recognises %s by its bytes", (kind, bytes) => {
  expect(kindOf(bytes)).toBe(kind);
});

/** A picture with a thumbnail in its metadata, which has an end marker of its own. */
const jpeg = text(
  [0xff, 0xd8, 0xff, 0xe1, 0, 6, 0xff, 0xd8, 0xff, 0xd9],
  [0xff, 0xff, 0xda, 0, 2, 1, 2, 0xff, 0, 0xd9, 3, 0xff, 0xd9],
);

test("a JPEG is complete with its own end marker, not with that of its thumbnail", () => {
  expect(isWhole(jpeg, "jpeg")).toBe(true);
  expect(isWhole(text([...jpeg], "appended by a camera"), "jpeg")).toBe(true);
  expect(isWhole(jpeg.subarray(0, jpeg.length - 2), "jpeg")).toBe(false);
  expect(isWhole(jpeg.subarray(0, 10), "jpeg")).toBe(false);
  expect(isWhole(jpeg.subarray(0, 4), "jpeg")).toBe(false);
});

test("a PNG is complete with its last chunk", () => {
  const header = [0, 0, 0, 2, ...text("IHDR"), 1, 2, 9, 9, 9, 9];
  const end = [0, 0, 0, 0, ...text("IEND"), 9, 9, 9, 9];
  expect(isWhole(text(png, header, end), "png")).toBe(true);
  expect(isWhole(text(png, header), "png")).toBe(false);
  expect(isWhole(text(png, header, end.slice(0, 6)), "png")).toBe(false);
});

test("a WebP is complete with the number of bytes that its header declares", () => {
  const webp = text("RIFF", [8, 0, 0, 0], "WEBP", "VP8 ");
  expect(isWhole(webp, "webp")).toBe(true);
  expect(isWhole(webp.subarray(0, 15), "webp")).toBe(false);
});
