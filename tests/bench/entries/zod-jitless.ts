/** zod 4 as it runs under a content security policy without `unsafe-eval`, such as ours. */
import "../without-eval";
import { config } from "zod";

export { clock, fieldProblems, problems } from "./zod";

// For all of the page, so the zod beside it must be let compile again.
config({ jitless: false });
