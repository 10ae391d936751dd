/** Starts the one screen of a run, before the first test. The returned function ends it after the last. */
import { startScreen } from "./programs";

// biome-ignore lint/style/noDefaultExport: Playwright calls the default export.
export default startScreen;
