/** Draws an employer's logo. The logo's box appears at once, and the picture appears when our server has sent it. */
import { whenIdle } from "#/lib/idle";
import { useAsked } from "#/lib/use-asked";
import { logger } from "#/logger/logger";

export type LogoName = `simple-icons:${string}` | `logos:${string}`;

interface Props {
  name: LogoName;
  className?: string;
  load?: typeof loadLibrary;
}

/** Waits until the page is idle, because the text of the page is more important than logos. */
const loadLibrary = () => whenIdle().then(() => import("./iconify"));

/** The logos about which a warning was logged. A logo that many components draw needs only one warning. */
const warned = new Set<string>();

/** Screen readers skip the logo, because the employer's name stands beside it. */
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
