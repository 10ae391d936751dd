/** The limits of files and pictures, and the file types that the pickers offer. The server checks again. */

/** The most pixels of a picture: MAX_PIXELS in server/image/src/codec.rs. */
export const maxPixels = 50_000_000;

/** The largest picked file. The page makes a smaller picture of it, so it only has to fit in memory. */
export const maxOriginalBytes = 64 * 1024 * 1024;

/** The longest side of a photo that the server keeps: PHOTO in server/image/src/clean.rs. */
export const photoSidePx = 2048;

/** The longest side of a photographed document, and the width of a page of a PDF. Both have to stay legible. */
export const documentSidePx = 3000;

/** The pages of a PDF that are sent. A letter or a contract of work has its names and dates on them. */
export const maxPdfPages = 5;

/** The most pixels of a document: what the canvas of an iPhone holds, and DOCUMENT in server/image/src/clean.rs. */
export const maxDocumentPixels = 4096 * 4096;

/** The shortest side of a picture. People pick icons and tracking pixels by mistake. */
export const minSidePx = 64;

/**
 * The `accept` of a photo picker. A list of types would grey out HEIC on Android, and an iPhone
 * converts HEIC to JPEG only if the list does not name HEIC.
 */
export const photoTypes = "image/*";

/** The `accept` of the document picker. */
export const documentTypes = "image/*,application/pdf";
