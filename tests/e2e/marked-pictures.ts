/** Pictures that carry a number in their colours. It stays readable after scaling and compression. */
import type { Page } from "@playwright/test";
import type { PictureFile } from "./pictures";

/** The colours of the digits, far enough apart to survive compression. */
const palette = [
  "#101010",
  "#f0f0f0",
  "#d02020",
  "#20b020",
  "#2030d0",
  "#e0c020",
  "#20c0c0",
  "#c030c0",
];
const columns = 2;
const rows = 3;

/** The largest number that a picture can carry. */
export const largestMark = palette.length ** (columns * rows) - 1;

/** Draws a JPEG of 900×1200 in six blocks, one for each digit of the number, with grain to give it a real size. */
export async function drawMarked(page: Page, mark: number): Promise<PictureFile> {
  const dataUrl = await page.evaluate(
    ({ number, colors, across, down }) => {
      const canvas = document.createElement("canvas");
      canvas.width = 900;
      canvas.height = 1200;
      const pen = canvas.getContext("2d");
      if (!pen) throw new Error("no canvas");
      const [width, height] = [canvas.width / across, canvas.height / down];
      for (let block = 0; block < across * down; block += 1) {
        const digit = Math.floor(number / colors.length ** block) % colors.length;
        pen.fillStyle = colors[digit] ?? "";
        pen.fillRect((block % across) * width, Math.floor(block / across) * height, width, height);
      }
      for (let dot = 0; dot < 4000; dot += 1) {
        pen.fillStyle = `rgb(${(dot * 37) % 256} ${(dot * 91) % 256} ${(dot * 53) % 256} / 40%)`;
        pen.fillRect((dot * 7919) % canvas.width, (dot * 104729) % canvas.height, 3, 3);
      }
      return canvas.toDataURL("image/jpeg", 0.9);
    },
    { number: mark, colors: palette, across: columns, down: rows },
  );
  const buffer = Buffer.from(dataUrl.split(",")[1] ?? "", "base64");
  return { name: `marked-${mark}.jpg`, mimeType: "image/jpeg", buffer };
}

/** Returns the number in the colours of a picture, or null if there is none or the bytes are no picture. */
export async function readMark(page: Page, picture: ArrayBuffer): Promise<number | null> {
  return await page.evaluate(
    async ({ base64, colors, across, down }) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const image = await createImageBitmap(new Blob([bytes])).catch(() => null);
      if (!image) return null;
      // Scaled down, each block is a few pixels of its mean colour.
      const canvas = new OffscreenCanvas(across * 5, down * 5);
      const pen = canvas.getContext("2d");
      if (!pen) return null;
      pen.imageSmoothingQuality = "high";
      pen.drawImage(image, 0, 0, canvas.width, canvas.height);
      let number = 0;
      for (let block = 0; block < across * down; block += 1) {
        const [x, y] = [(block % across) * 5 + 2, Math.floor(block / across) * 5 + 2];
        const seen = pen.getImageData(x, y, 1, 1).data;
        const digit = colors.findIndex((color) => {
          const channels = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
          return channels.every((value, at) => Math.abs(value - (seen[at] ?? 0)) < 48);
        });
        if (digit < 0) return null;
        number += digit * colors.length ** block;
      }
      return number;
    },
    {
      base64: Buffer.from(picture).toString("base64"),
      colors: palette,
      across: columns,
      down: rows,
    },
  );
}
