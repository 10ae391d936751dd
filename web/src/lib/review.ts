/** The time that a review takes, as the app tells it to people who wait. */

/**
 * The hours within which a reviewer usually decides. This is the goal of the team (`docs/product.md`), for
 * the time in which the server has too few decisions to measure it.
 */
export const usualReviewHours = 24;
