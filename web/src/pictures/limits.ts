/** The limits of files and pictures, and the file types that the file pickers offer. The server checks again. */

/** The most pixels that a picture may have. The server has the same limit: MAX_PIXELS in server/image/src/codec.rs. */
export const maxPixels = 50_000_000;

/** The largest file that a person may pick. The page sends a smaller picture, so the file only has to fit in memory. */
export const maxOriginalBytes = 64 * 1024 * 1024;

/** The longest side of a sent photo. The server shrinks a larger photo (PHOTO in server/image/src/clean.rs). */
export const photoSidePx = 2048;

/** The longest side of a photographed document, and the greatest width of a PDF page. Keeps small print legible. */
export const documentSidePx = 3000;

/** The most PDF pages to send. The names and dates of a letter or an employment contract are on its first pages. */
export const maxPdfPages = 5;

/** The most pixels of a document, because an iPhone has no larger canvas. Also set in server/image/src/clean.rs. */
export const maxDocumentPixels = 4096 * 4096;

/** The least width and height of a picture. Smaller pictures are icons that people pick by mistake. */
export const minSidePx = 64;

/**
 * The `accept` attribute of a photo picker. The attribute does not list types, because Android disables HEIC files if a
 * list lacks HEIC, and an iPhone does not convert HEIC to JPEG if a list has HEIC.
 */
export const photoTypes = "image/*";

export const documentTypes = "image/*,application/pdf";
