/** Decodes a picture, turns it upright, crops and shrinks it, and encodes it again without metadata. */
import { imageDimensionsFromData } from "image-dimensions";
import { type FileKind, isWhole, kindOf, mediaTypes } from "./kind";
import { maxPixels, maxUploadBytes, minSidePx } from "./limits";
import { UnusableFile } from "./problems";

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
  /** Accepts a PDF too, and returns it unchanged. */
  mayBePdf?: boolean;
}

/** This thread has no canvas, or no decoder for this picture. Another thread may have one. */
export class UnsupportedByThread extends Error {}

type Canvas = OffscreenCanvas | HTMLCanvasElement;
type Pixels = ImageBitmap | HTMLImageElement;

const jpegQuality = 0.85;

/** Returns a JPEG of the file, or a PDF unchanged. Throws `UnusableFile`, or `UnsupportedByThread`. */
export async function drawPicture(file: Blob, options: PictureOptions): Promise<Blob> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const kind = validateImage(bytes, options);
  const typed = file.slice(0, file.size, mediaTypes[kind]);
  if (kind === "pdf") return typed;
  const pixels = await decode(typed, kind);
  try {
    return await encode(draw(pixels, options));
  } finally {
    if ("close" in pixels) pixels.close();
  }
}

/** Reads the header only, because decoding a picture of too many pixels may crash the page. */
function validateImage(bytes: Uint8Array, { mayBePdf = false }: PictureOptions): FileKind {
  if (bytes.length === 0) throw new UnusableFile("file_empty");
  const kind = kindOf(bytes);
  if (kind === null || (kind === "pdf" && !mayBePdf)) throw new UnusableFile("not_a_picture");
  if (kind === "pdf") {
    if (bytes.length > maxUploadBytes) throw new UnusableFile("file_too_large");
    return kind;
  }
  const size = imageDimensionsFromData(bytes);
  if (size && size.width * size.height > maxPixels) throw new UnusableFile("picture_too_large");
  if (!isWhole(bytes, kind)) throw new UnusableFile("picture_broken");
  if (size && Math.min(size.width, size.height) < minSidePx)
    throw new UnusableFile("picture_too_small");
  return kind;
}

async function decode(file: Blob, kind: FileKind): Promise<Pixels> {
  // Some browsers decode these only in the page, and not in a worker.
  const isRare = kind === "heic" || kind === "avif";
  const isPage = "document" in globalThis;
  try {
    return await decodeBitmap(file);
  } catch (cause) {
    if (!isPage && (isRare || typeof createImageBitmap !== "function"))
      throw new UnsupportedByThread();
    if (isPage) {
      const element = await decodeElement(file);
      if (element) return element;
    }
    throw new UnusableFile(kind === "heic" ? "picture_heic" : "picture_broken", { cause });
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

function draw(pixels: Pixels, { area, longestSidePx }: PictureOptions): Canvas {
  const whole =
    "naturalWidth" in pixels
      ? { x: 0, y: 0, width: pixels.naturalWidth, height: pixels.naturalHeight }
      : { x: 0, y: 0, width: pixels.width, height: pixels.height };
  const part = area ?? whole;
  const scale = Math.min(1, longestSidePx / Math.max(part.width, part.height));
  const width = Math.max(1, Math.round(part.width * scale));
  const height = Math.max(1, Math.round(part.height * scale));
  const canvas = newCanvas(width, height);
  const pen = canvas.getContext("2d", { alpha: false }) as CanvasRenderingContext2D | null;
  if (!pen) throw new UnusableFile("picture_failed");
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

async function encode(canvas: Canvas): Promise<Blob> {
  const type = "image/jpeg";
  const blob =
    "convertToBlob" in canvas
      ? await canvas.convertToBlob({ type, quality: jpegQuality })
      : await new Promise<Blob | null>((done) => canvas.toBlob(done, type, jpegQuality));
  // WebKit holds the memory of a canvas until the garbage collector runs, unless it has no pixels.
  canvas.width = 0;
  canvas.height = 0;
  if (!blob?.size) throw new UnusableFile("picture_failed");
  return blob;
}
