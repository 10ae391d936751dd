/** Real picture files, drawn by the browser. */
import type { Page } from "playwright-core";

export interface PictureFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** A picture with its number of stripes, so that no two are the same. */
export async function drawPicture(
  page: Page,
  name: string,
  type: string,
  stripes: number,
): Promise<PictureFile> {
  const dataUrl = await page.evaluate(
    ([mimeType, count]) => {
      const canvas = document.createElement("canvas");
      canvas.width = 900;
      canvas.height = 1200;
      const pen = canvas.getContext("2d");
      for (let stripe = 0; pen && stripe < count; stripe += 1) {
        pen.fillStyle = `hsl(${(360 / count) * stripe} 60% 60%)`;
        pen.fillRect(0, (1200 / count) * stripe, 900, 1200 / count);
      }
      return canvas.toDataURL(mimeType);
    },
    [type, stripes] as const,
  );
  return { name, mimeType: type, buffer: Buffer.from(dataUrl.split(",")[1] ?? "", "base64") };
}
