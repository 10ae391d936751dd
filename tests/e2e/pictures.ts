/** Picture files: pictures that the browser draws, camera files, and damaged or unsuitable files. */
import { crc32, deflateSync } from "node:zlib";
import type { Page } from "@playwright/test";

export interface PictureFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

interface Drawing {
  width?: number;
  height?: number;
  /** True for transparent gaps between the stripes. */
  hasGaps?: boolean;
}

/** Draws a picture with this number of stripes, by which tests tell pictures apart. */
export async function drawPicture(
  page: Page,
  name: string,
  type: string,
  stripes: number,
  { width = 900, height = 1200, hasGaps = false }: Drawing = {},
): Promise<PictureFile> {
  const dataUrl = await page.evaluate(
    ([mimeType, count, wide, high, gaps]) => {
      const canvas = document.createElement("canvas");
      canvas.width = wide;
      canvas.height = high;
      const pen = canvas.getContext("2d");
      for (let stripe = 0; pen && stripe < count; stripe += 1) {
        if (gaps && stripe % 2 === 1) continue;
        pen.fillStyle = `hsl(${(360 / count) * stripe} 60% 60%)`;
        pen.fillRect(0, (high / count) * stripe, wide, high / count);
      }
      return canvas.toDataURL(mimeType);
    },
    [type, stripes, width, height, hasGaps] as const,
  );
  return { name, mimeType: type, buffer: Buffer.from(dataUrl.split(",")[1] ?? "", "base64") };
}

/** Adds the EXIF data of a phone that was held upright: an orientation, a place, and this sentence as description. */
export function withCameraData(picture: PictureFile, sentence: string): PictureFile {
  const text = Buffer.from(`${sentence}\0`, "latin1");
  const gpsAt = 8 + 2 + 3 * 12 + 4;
  const textAt = gpsAt + 2 + 2 * 12 + 4;
  const degreesAt = textAt + text.length;
  const tiff = Buffer.concat([
    Buffer.from("MM\0*\0\0\0\x08", "latin1"),
    directory([
      [0x010e, 2, text.length, textAt],
      [0x0112, 3, 1, 6 * 0x10000],
      [0x8825, 4, 1, gpsAt],
    ]),
    directory([
      [1, 2, 2, "N".charCodeAt(0) * 0x1000000],
      [2, 5, 3, degreesAt],
    ]),
    text,
    ...[25, 2, 30].flatMap((degrees) => [long(degrees), long(1)]),
  ]);
  const body = Buffer.concat([Buffer.from("Exif\0\0", "latin1"), tiff]);
  const head = Buffer.from([
    0xff,
    0xd8,
    0xff,
    0xe1,
    (body.length + 2) >> 8,
    (body.length + 2) & 255,
  ]);
  return { ...picture, buffer: Buffer.concat([head, body, picture.buffer.subarray(2)]) };
}

/** Makes a complete black PNG of this size, which is a small file and needs much memory when decoded. */
export function hugePng(name: string, width: number, height: number): PictureFile {
  const rows = Buffer.alloc((1 + Math.ceil(width / 8)) * height);
  const header = Buffer.concat([long(width), long(height), Buffer.from([1, 0, 0, 0, 0])]);
  const buffer = Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
  return { name, mimeType: "image/png", buffer };
}

/** Makes the header of a HEIC file, the format of an iPhone, which Chromium cannot show. */
export function heicFile(name: string): PictureFile {
  const head = Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1heic", "latin1");
  return { name, mimeType: "image/heic", buffer: Buffer.concat([head, Buffer.alloc(2000)]) };
}

/** Makes a file of these bytes that claims to be a JPEG. */
export function madeUpFile(name: string, content: string | Buffer): PictureFile {
  return { name, mimeType: "image/jpeg", buffer: Buffer.from(content) };
}

function directory(entries: readonly (readonly [number, number, number, number])[]): Buffer {
  const fields = entries.map(([tag, type, count, value]) =>
    Buffer.concat([short(tag), short(type), long(count), long(value)]),
  );
  return Buffer.concat([short(entries.length), ...fields, long(0)]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  return Buffer.concat([long(data.length), body, long(crc32(body))]);
}

function short(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

function long(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
