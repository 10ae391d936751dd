/**
 * The oldest browsers in which the app runs: iOS 16, and Android System WebView 105. In older browsers,
 * `public/start.js` says what the person can do. `docs/product.md` names these versions, too.
 */
export const oldestBrowsers = ["ios16.0", "safari16.0", "chrome105"];
