/** Draws the pictures of invented people: a person in front of a wall whose colour depends on the name. */
import { deflateSync } from "node:zlib";

const width = 240;
const height = 320;
const black = [30, 24, 28] as const;

/** Returns a PNG. The same name always gives the same picture. */
export function drawPicture(name: string): Uint8Array<ArrayBuffer> {
  const hue = Array.from(name).reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) % 360, 7);
  const rows = Buffer.alloc(height * (1 + width * 3));
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      rows.set(colourAt(x / width, y / height, hue), y * (1 + width * 3) + 1 + x * 3);
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // The picture has 8 bits for each of red, green and blue.
  header.set([8, 2], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const chunks = [chunk("IHDR", header), chunk("IDAT", deflateSync(rows)), chunk("IEND")];
  return new Uint8Array(Buffer.concat([signature, ...chunks]));
}

function colourAt(x: number, y: number, hue: number): readonly number[] {
  const far = (cx: number, cy: number, rx: number, ry: number) =>
    ((x - cx) / rx) ** 2 + ((y - cy) / ry) ** 2;
  if (far(0.5, 0.42, 0.17, 0.17) < 1) return hsl(24 + (hue % 12), 0.5, 0.74);
  if (far(0.5, 0.38, 0.22, 0.2) < 1) return black;
  if (far(0.5, 1, 0.42, 0.36) < 1) return hsl((hue + 150) % 360, 0.35, 0.5);
  return hsl(hue, 0.4, 0.82 - y * 0.25);
}

function hsl(hue: number, saturation: number, lightness: number): readonly number[] {
  const spread = saturation * Math.min(lightness, 1 - lightness);
  return [0, 8, 4].map((offset) => {
    const k = (offset + hue / 30) % 12;
    return Math.round(255 * (lightness - spread * Math.max(-1, Math.min(k - 3, 9 - k, 1))));
  });
}

function chunk(type: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  framed.set(body, 4);
  framed.writeUInt32BE(checksumOf(body), body.length + 4);
  return framed;
}

/** The CRC-32 of the PNG specification, annex D. */
function checksumOf(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}
