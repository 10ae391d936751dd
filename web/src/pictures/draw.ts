/** Decodes a picture, turns it upright, cuts and shrinks it, and encodes it anew without its metadata. */
import { imageDimensionsFromData } from "image-dimensions";
import { type FileKind, isWhole, kindOf, mediaTypes } from "./kind";
import { maxPixels, maxUploadBytes, minSidePx } from "./limits";
import { BadFile } from "./problems";

/** A part of a picture, in its own pixels. */
export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** What is to be made of a file. */
export interface Wish {
  longestSidePx: number;
  /** Only this part of it. */
  area?: Area;
  /** A document may also be a PDF, which is taken as it is. */
  mayBePdf?: boolean;
}

/** This thread has no canvas, or no decoder for this picture; another may. */
export class NotHere extends Error {}

type Canvas = OffscreenCanvas | HTMLCanvasElement;
type Pixels = ImageBitmap | HTMLImageElement;

const jpegQuality = 0.85;

/** A JPEG of the file, or the PDF that it is; throws `BadFile`, or `NotHere`. */
export async function drawPicture(file: Blob, wish: Wish): Promise<Blob> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const kind = judge(bytes, wish);
  const typed = file.slice(0, file.size, mediaTypes[kind]);
  if (kind === "pdf") return typed;
  const pixels = await decode(typed, kind);
  try {
    return await encode(draw(pixels, wish));
  } finally {
    if ("close" in pixels) pixels.close();
  }
}

/** Looks at the header only: nothing is decoded that could not be held. */
function judge(bytes: Uint8Array, { mayBePdf = false }: Wish): FileKind {
  if (bytes.length === 0) throw new BadFile("file_empty");
  const kind = kindOf(bytes);
  if (kind === null || (kind === "pdf" && !mayBePdf)) throw new BadFile("not_a_picture");
  if (kind === "pdf") {
    if (bytes.length > maxUploadBytes) throw new BadFile("file_too_large");
    return kind;
  }
  const size = imageDimensionsFromData(bytes);
  if (size && size.width * size.height > maxPixels) throw new BadFile("picture_too_large");
  if (!isWhole(bytes, kind)) throw new BadFile("picture_broken");
  if (size && Math.min(size.width, size.height) < minSidePx) throw new BadFile("picture_too_small");
  return kind;
}

async function decode(file: Blob, kind: FileKind): Promise<Pixels> {
  // Some devices know these only where they draw pages.
  const isRare = kind === "heic" || kind === "avif";
  const isPage = "document" in globalThis;
  try {
    return await decodeBitmap(file);
  } catch (cause) {
    if (!isPage && (isRare || typeof createImageBitmap !== "function")) throw new NotHere();
    if (isPage) {
      const element = await decodeElement(file);
      if (element) return element;
    }
    throw new BadFile(kind === "heic" ? "picture_heic" : "picture_broken", { cause });
  }
}

async function decodeBitmap(file: Blob): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(file, { imageOrientation: "from-image" });
  } catch (error) {
    // Older engines do not know the word, and do what it says.
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

function draw(pixels: Pixels, { area, longestSidePx }: Wish): Canvas {
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
  if (!pen) throw new BadFile("picture_failed");
  // What is see-through would turn black in a JPEG.
  pen.fillStyle = "white";
  pen.fillRect(0, 0, width, height);
  pen.imageSmoothingQuality = "high";
  pen.drawImage(pixels, part.x, part.y, part.width, part.height, 0, 0, width, height);
  return canvas;
}

function newCanvas(width: number, height: number): Canvas {
  if (typeof OffscreenCanvas === "function") return new OffscreenCanvas(width, height);
  if (!("document" in globalThis)) throw new NotHere();
  return Object.assign(document.createElement("canvas"), { width, height });
}

async function encode(canvas: Canvas): Promise<Blob> {
  const type = "image/jpeg";
  const blob =
    "convertToBlob" in canvas
      ? await canvas.convertToBlob({ type, quality: jpegQuality })
      : await new Promise<Blob | null>((done) => canvas.toBlob(done, type, jpegQuality));
  // Zero pixels give memory back at once where the collector waits.
  canvas.width = 0;
  canvas.height = 0;
  if (!blob?.size) throw new BadFile("picture_failed");
  return blob;
}
