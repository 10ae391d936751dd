/** The time that a review takes, as the app tells it to people who wait. */

/**
 * The hours within which a reviewer usually decides. This is the goal of the team (`docs/product.md`):
 * the server does not measure it yet.
 */
export const usualReviewHours = 24;
