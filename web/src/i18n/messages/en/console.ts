/** The messages of the reviewers' console, in one chunk. */
import console from "./console.json";
import failure from "./failure.json";
import shell from "./shell.json";
import ui from "./ui.json";
import vocabulary from "./vocabulary.json";

export const messages = { ...console, ...failure, ...shell, ...ui, ...vocabulary };
