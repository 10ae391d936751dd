/** The limits of files and pictures, and the file types that the pickers offer. The server checks again. */

/** The most pixels of a picture: MAX_PIXELS in server/image/src/codec.rs. */
export const maxPixels = 50_000_000;

/** The largest upload: MAX_UPLOAD_BYTES in server/src/features/photo/uploads.rs. */
export const maxUploadBytes = 15 * 1024 * 1024;

/** The largest picked picture. The page shrinks it before the upload, so it only has to fit in memory. */
export const maxOriginalBytes = 64 * 1024 * 1024;

/** The longest side of a photo that the server keeps: MAX_SIDE in server/image/src/clean.rs. */
export const photoSidePx = 2048;

/** The longest side of a document, which has to stay legible. */
export const documentSidePx = 3000;

/** The shortest side of a picture. People pick icons and tracking pixels by mistake. */
export const minSidePx = 64;

/**
 * The `accept` of a photo picker. A list of types would grey out HEIC on Android, and an iPhone
 * converts HEIC to JPEG only if the list does not name HEIC.
 */
export const photoTypes = "image/*";

/** The `accept` of the document picker. */
export const documentTypes = "image/*,application/pdf";
