/** Decodes a picture, turns it upright, crops and shrinks it, and encodes it again without metadata. */
import { imageDimensionsFromData } from "image-dimensions";
import { type FileKind, kindOf, mediaTypes } from "./kind";
import { maxPixels, minSidePx } from "./limits";
import { type FileProblem, UnusableFile } from "./problems";

/** A part of a picture, in its own pixels. */
export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface PictureOptions {
  longestSidePx: number;
  /** The part of the picture to keep. */
  area?: Area;
  /** Accepts a PDF too, and makes a picture of its pages. */
  mayBePdf?: boolean;
}

/** This thread has no canvas, or no decoder for this picture. Another thread may have one. */
export class UnsupportedByThread extends Error {}

type Canvas = OffscreenCanvas | HTMLCanvasElement;
type Pixels = ImageBitmap | HTMLImageElement;

const jpegQuality = 0.85;

/** The problem of a file of this kind that the browser does not decode. */
const problems: Partial<Record<FileKind, FileProblem>> = {
  heic: "picture_heic",
  tiff: "picture_tiff",
  video: "file_video",
};

/** Returns a JPEG of the picture. Throws `UnusableFile`, or `UnsupportedByThread`. */
export async function drawPicture(file: Blob, options: PictureOptions): Promise<Blob> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (bytes.length === 0) throw new UnusableFile("file_empty");
  const kind = kindOf(bytes);
  if (kind === "pdf") throw new UnusableFile("file_pdf");
  // Decoding a picture of too many pixels may crash the page, so read the size from the header if the format has it there.
  const size = imageDimensionsFromData(bytes);
  if (size) requireSize(size);
  const type = kind ? mediaTypes[kind] : "";
  if (kind !== "jpeg")
    return await encode(await drawDecoded(file.slice(0, file.size, type), kind, options));
  // A transfer that failed can leave zeros.
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
 * Stands for the rest of a file, with more bytes than a block of a picture takes. No prefix code gives the bits 1010…
 * the meaning of the zeros that decoders read in place of missing bits.
 */
const rest = new Uint8Array(4096).fill(0xaa);
/** Ends a byte of 255, which would begin a mark with the next byte. */
const stuffing = new Uint8Array(1);

function hasEndMark(bytes: Uint8Array): boolean {
  return bytes.at(-2) === endMark[0] && bytes.at(-1) === endMark[1];
}

/**
 * Draws a JPEG that does not end with its end mark: a camera has appended something, or the file is cut. Decoders paint
 * the missing part of a cut file grey. It is missing if the picture changes with the bytes that follow.
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
  // Some browsers decode these only in the page, and not in a worker.
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
    // Older browsers do not know the option, and turn the picture upright without it.
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

/** Returns true if nothing is to be seen. WebKit gives no pixels of a file that is cut in the middle, and no error. */
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
  // A JPEG would show transparent pixels black.
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

/** Returns a JPEG of the canvas, and gives the memory of the canvas back. */
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

/** WebKit holds the memory of a canvas until the garbage collector runs, unless it has no pixels. */
export function release(canvas: Canvas): void {
  canvas.width = 0;
  canvas.height = 0;
}
