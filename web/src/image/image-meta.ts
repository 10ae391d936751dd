/** The size of a picture. */
import { logger } from "#/logger/logger";

interface ImageMeta {
  width: number;
  height: number;
  ratio: number;
}

/** Loads the picture to measure it. Returns zeros for a picture that does not load. */
export async function getImageMeta(url: string): Promise<ImageMeta> {
  const image = new Image();
  try {
    await new Promise((resolve, reject) => {
      image.onload = resolve;
      image.onerror = reject;
      image.src = url;
    });
    const { naturalWidth: width, naturalHeight: height } = image;
    return { width, height, ratio: height > 0 ? width / height : 0 };
  } catch {
    // Without the address, because it may contain a signature.
    logger.error("the size of a picture could not be read");
    return { width: 0, height: 0, ratio: 0 };
  }
}
