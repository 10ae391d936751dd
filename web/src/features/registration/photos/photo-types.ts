/** What the device's picker offers for photos and for documents. */

/**
 * Any picture: a list of types would grey out HEIC on Android. iPhones hand over HEIC as JPEG as long
 * as it is not asked for by name.
 */
export const photoTypes = "image/*";

/** The same, and PDF. */
export const documentTypes = "image/*,application/pdf";
