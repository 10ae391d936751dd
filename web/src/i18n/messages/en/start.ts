/** The messages that may be needed before any page is there, and without a network: one chunk. */
import failure from "./failure.json";
import line from "./line.json";
import shell from "./shell.json";
import ui from "./ui.json";

export const messages = { ...failure, ...line, ...shell, ...ui };
