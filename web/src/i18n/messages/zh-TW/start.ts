/** The messages that the app may need before a page is loaded or without a network, in one chunk. */
import failure from "./failure.json";
import line from "./line.json";
import shell from "./shell.json";
import ui from "./ui.json";

export const messages = { ...failure, ...line, ...shell, ...ui };
