/** The limits of files and pictures, and the file types that the file pickers offer. The server checks again. */

/** The most pixels that a picture may have. The server has the same limit: MAX_PIXELS in server/image/src/codec.rs. */
export const maxPixels = 50_000_000;

/** The largest file that a person may pick. The page sends a smaller picture, so the file only has to fit in memory. */
export const maxOriginalBytes = 64 * 1024 * 1024;

/** The longest side of a sent photo. The server shrinks larger photos to it: PHOTO in server/image/src/clean.rs. */
export const photoSidePx = 2048;

/** The longest side of a photographed document, and the greatest width of a PDF page. Their print must stay legible. */
export const documentSidePx = 3000;

/** The number of PDF pages to send. The first pages of a letter or an employment contract have its names and dates. */
export const maxPdfPages = 5;

/** The most pixels of a document, as many as the canvas of an iPhone has. See DOCUMENT in server/image/src/clean.rs. */
export const maxDocumentPixels = 4096 * 4096;

/** The least width and height of a picture: refuses icons and tracking pixels, which people pick by mistake. */
export const minSidePx = 64;

/**
 * The `accept` attribute of a photo picker. A list of types would disable HEIC files on Android if it lacks HEIC, and
 * keep an iPhone from converting HEIC to JPEG if it names HEIC.
 */
export const photoTypes = "image/*";

export const documentTypes = "image/*,application/pdf";
