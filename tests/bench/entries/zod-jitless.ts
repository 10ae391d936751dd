/** zod 4 as it runs under a content security policy without `unsafe-eval`, such as ours. */
import { config } from "zod";

config({ jitless: true });

export { clock, fieldProblems, problems } from "./zod";
