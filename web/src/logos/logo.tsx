/** An employer's logo by its name in an icon set. Its box is there at once, its lines come from our server. */
import { whenIdle } from "#/lib/idle";
import { useAsked } from "#/lib/use-asked";
import { logger } from "#/logger/logger";

/** The name of a logo in an icon set. */
export type LogoName = `simple-icons:${string}` | `logos:${string}`;

interface Props {
  name: LogoName;
  /** The size, 20 px unless given, and other styles. */
  className?: string;
  load?: typeof loadLibrary;
}

/** Waits until the page is idle, because its words matter more than logos. */
const loadLibrary = () => whenIdle().then(() => import("./iconify"));

/** The names that a warning was logged for: the same logo may be drawn many times. */
const warned = new Set<string>();

/** Decoration: the employer's name stands beside it. */
export function Logo({ name, className = "size-5", load = loadLibrary }: Props) {
  const { answer: loaded } = useAsked(async () => {
    try {
      const { loadLogo, Drawing } = await load();
      await loadLogo(name);
      return { Drawing };
    } catch {
      warnOnce(name);
      return null;
    }
  }, name);
  return (
    <span
      aria-hidden="true"
      className={`inline-block shrink-0 overflow-hidden align-middle ${className}`}
    >
      {loaded ? <loaded.Drawing icon={name} width="100%" height="100%" ssr /> : null}
    </span>
  );
}

function warnOnce(name: string): void {
  if (warned.has(name)) return;
  warned.add(name);
  logger.warn(`the logo ${name} could not be loaded`);
}
