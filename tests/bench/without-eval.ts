/** Keeps zod from compiling. Each object remembers the setting at its creation. */
import { config } from "zod";

config({ jitless: true });
