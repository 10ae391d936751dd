/**
 * The team's goal for the hours until a decision (`docs/product.md`). The app shows this number while the server has
 * too few decisions to measure the usual time.
 */
export const usualReviewHours = 24;
