/** Decodes a picture, turns it upright, crops it, shrinks it, and encodes it as a JPEG without metadata. */
import { imageDimensionsFromData } from "image-dimensions";
import { type FileKind, kindOf, mediaTypes } from "./kind";
import { maxPixels, minSidePx } from "./limits";
import { type FileProblem, UnusableFile } from "./problems";

/** A part of a picture, in pixels of the whole picture. */
export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface PictureOptions {
  longestSidePx: number;
  area?: Area;
  mayBePdf?: boolean;
}

/** Thrown if this thread has no canvas or cannot decode the picture. Another thread, such as the page, may succeed. */
export class UnsupportedByThread extends Error {}

type Canvas = OffscreenCanvas | HTMLCanvasElement;
type Pixels = ImageBitmap | HTMLImageElement;

const jpegQuality = 0.85;

const problems: Partial<Record<FileKind, FileProblem>> = {
  heic: "picture_heic",
  tiff: "picture_tiff",
  video: "file_video",
};

/** Returns a JPEG of the picture. Throws `UnusableFile` or `UnsupportedByThread`. */
export async function drawPicture(file: Blob, options: PictureOptions): Promise<Blob> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (bytes.length === 0) throw new UnusableFile("file_empty");
  const kind = kindOf(bytes);
  if (kind === "pdf") throw new UnusableFile("file_pdf");
  // Check the size in the file's header before decoding, because decoding too many pixels may crash the page.
  const size = imageDimensionsFromData(bytes);
  if (size) requireSize(size);
  const type = kind ? mediaTypes[kind] : "";
  if (kind !== "jpeg")
    return await encode(await drawDecoded(file.slice(0, file.size, type), kind, options));
  // Remove zeros at the end of the file, which a failed transfer can leave in place of the missing bytes.
  const length = bytes.findLastIndex((byte) => byte !== 0) + 1;
  const jpeg = file.slice(0, length, type);
  const draw = hasEndMark(bytes.subarray(0, length))
    ? drawDecoded(jpeg, kind, options)
    : drawUnended(jpeg, options);
  return await encode(await draw);
}

function requireSize({ width, height }: { width: number; height: number }): void {
  if (width * height > maxPixels) throw new UnusableFile("picture_too_large");
  if (Math.min(width, height) < minSidePx) throw new UnusableFile("picture_too_small");
}

async function drawDecoded(
  file: Blob,
  kind: FileKind | null,
  options: PictureOptions,
): Promise<Canvas> {
  const pixels = await decode(file, kind);
  try {
    requireSize(sizeOf(pixels));
    if (isBlank(pixels)) throw new UnusableFile("picture_broken");
    return draw(pixels, options);
  } finally {
    if ("close" in pixels) pixels.close();
  }
}

const endMark = new Uint8Array([0xff, 0xd9]);
/**
 * The bytes to append to a JPEG that may be cut. Decoders read missing bits as zeros, and the bits 1010… decode to
 * other values. A block of pixels takes less than 4096 bytes, so the appended bytes change a cut picture.
 */
const rest = new Uint8Array(4096).fill(0xaa);
/** The zero that JPEG requires after a data byte of 255. Before any other byte, 255 would begin a marker. */
const stuffing = new Uint8Array(1);

function hasEndMark(bytes: Uint8Array): boolean {
  return bytes.at(-2) === endMark[0] && bytes.at(-1) === endMark[1];
}

/**
 * Draws a JPEG that does not end with an end marker. Either a camera has appended data, or the file is cut. Decoders
 * paint the missing part of a cut picture grey, without an error. So the file is drawn twice with different bytes
 * appended: if the two pictures differ, the file is cut.
 */
async function drawUnended(file: Blob, options: PictureOptions): Promise<Canvas> {
  const [last] = new Uint8Array(await file.slice(file.size - 1).arrayBuffer());
  const endsInMark = last === 0xff;
  const drawn = (parts: BlobPart[]) =>
    drawDecoded(new Blob([file, ...parts, endMark], { type: file.type }), "jpeg", options);
  const canvas = await drawn([]);
  const other = await drawn(endsInMark ? [stuffing, rest] : [rest]);
  const isWhole = hasSamePixels(canvas, other);
  release(other);
  if (!isWhole) throw new UnusableFile("picture_broken");
  return canvas;
}

async function decode(file: Blob, kind: FileKind | null): Promise<Pixels> {
  // Some browsers decode HEIC, AVIF and TIFF only in an `<img>`. A worker has no `<img>`, so the page has to try.
  const isRare = kind === null || ["heic", "avif", "tiff"].includes(kind);
  const isPage = "document" in globalThis;
  const mayUseElement = isRare || typeof createImageBitmap !== "function";
  try {
    return await decodeBitmap(file);
  } catch (cause) {
    if (mayUseElement && !isPage) throw new UnsupportedByThread();
    const element = mayUseElement ? await decodeElement(file) : null;
    if (element) return element;
    const problem = kind === null ? "not_a_picture" : (problems[kind] ?? "picture_broken");
    throw new UnusableFile(problem, { cause });
  }
}

async function decodeBitmap(file: Blob): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(file, { imageOrientation: "from-image" });
  } catch (error) {
    // Older browsers do not know `imageOrientation`, and throw. Without it, they also turn the picture upright.
    if (!(error instanceof TypeError)) throw error;
    return await createImageBitmap(file);
  }
}

async function decodeElement(file: Blob): Promise<HTMLImageElement | null> {
  const url = URL.createObjectURL(file);
  const image = new Image();
  image.src = url;
  try {
    await image.decode();
    return image;
  } catch {
    return null;
  } finally {
    URL.revokeObjectURL(url);
  }
}

function sizeOf(pixels: Pixels) {
  return "naturalWidth" in pixels
    ? { width: pixels.naturalWidth, height: pixels.naturalHeight }
    : { width: pixels.width, height: pixels.height };
}

/** Returns true if all pixels are transparent. WebKit decodes a cut file to such a picture, without an error. */
function isBlank(pixels: Pixels): boolean {
  const side = 64;
  const canvas = newCanvas(side, side);
  const pen = penOf(canvas, { alpha: true });
  pen.drawImage(pixels, 0, 0, side, side);
  const { data } = pen.getImageData(0, 0, side, side);
  release(canvas);
  return data.every((value, index) => index % 4 !== 3 || value === 0);
}

function hasSamePixels(one: Canvas, other: Canvas): boolean {
  const { width, height } = one;
  if (other.width !== width || other.height !== height) return false;
  const [data, otherData] = [one, other].map(
    (canvas) => penOf(canvas, { alpha: false }).getImageData(0, 0, width, height).data,
  );
  return data?.every((value, index) => value === otherData?.[index]) === true;
}

function draw(pixels: Pixels, { area, longestSidePx }: PictureOptions): Canvas {
  const part = area ?? { x: 0, y: 0, ...sizeOf(pixels) };
  const scale = Math.min(1, longestSidePx / Math.max(part.width, part.height));
  const width = Math.max(1, Math.round(part.width * scale));
  const height = Math.max(1, Math.round(part.height * scale));
  const canvas = newCanvas(width, height);
  const pen = penOf(canvas, { alpha: false });
  // Fill the canvas with white, because a JPEG shows transparent pixels black.
  pen.fillStyle = "white";
  pen.fillRect(0, 0, width, height);
  pen.imageSmoothingQuality = "high";
  pen.drawImage(pixels, part.x, part.y, part.width, part.height, 0, 0, width, height);
  return canvas;
}

function newCanvas(width: number, height: number): Canvas {
  if (typeof OffscreenCanvas === "function") return new OffscreenCanvas(width, height);
  if (!("document" in globalThis)) throw new UnsupportedByThread();
  return Object.assign(document.createElement("canvas"), { width, height });
}

function penOf(canvas: Canvas, options: { alpha: boolean }): CanvasRenderingContext2D {
  const pen = canvas.getContext("2d", options) as CanvasRenderingContext2D | null;
  if (!pen) throw new UnusableFile("picture_failed");
  return pen;
}

/** Returns a JPEG of the canvas, and frees the memory of the canvas. */
export async function encode(canvas: Canvas): Promise<Blob> {
  const type = "image/jpeg";
  const blob =
    "convertToBlob" in canvas
      ? await canvas.convertToBlob({ type, quality: jpegQuality })
      : await new Promise<Blob | null>((done) => canvas.toBlob(done, type, jpegQuality));
  release(canvas);
  if (!blob?.size) throw new UnusableFile("picture_failed");
  return blob;
}

/** Frees the memory of a canvas. Otherwise WebKit keeps the memory until the garbage collector runs. */
export function release(canvas: Canvas): void {
  canvas.width = 0;
  canvas.height = 0;
}
