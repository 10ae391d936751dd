/** Tells zod not to compile; each object remembers what was said when it was made. */
import { config } from "zod";

config({ jitless: true });
