/** zod 4 under a content security policy without `unsafe-eval`, such as ours. */
import "../without-eval";
import { config } from "zod";

export { clock, fieldProblems, problems } from "./zod";

// The setting applies to the whole page, so allow the other zod to compile again.
config({ jitless: false });
