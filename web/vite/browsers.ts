/**
 * The oldest browsers in which the app runs: iOS 16, and Android System WebView 105. `public/start.js`
 * says in older ones what the person can do, and `docs/product.md` names them.
 */
export const oldestBrowsers = ["ios16.0", "safari16.0", "chrome105"];
