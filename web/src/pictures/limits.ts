/** How large files and pictures may be. The first two are the server's, which judges in the end. */

/** Pixels beyond which a picture is not decoded: MAX_PIXELS in server/image/src/codec.rs. */
export const maxPixels = 50_000_000;

/** The largest upload: MAX_UPLOAD_BYTES in server/src/features/photo/uploads.rs. */
export const maxUploadBytes = 15 * 1024 * 1024;

/** A picture is made smaller before it goes up, so it may come in larger; it has to fit in memory. */
export const maxOriginalBytes = 64 * 1024 * 1024;

/** The longest side of a photo that the server keeps: MAX_SIDE in server/image/src/clean.rs. */
export const photoSidePx = 2048;

/** A document has to stay legible. */
export const documentSidePx = 3000;

/** Below this nobody can be made out; icons and tracking pixels are picked by mistake. */
export const minSidePx = 64;
