/** An icon by its name in the icon sets. Its place is there at once, its lines come when they are loaded. */
import { type ComponentType, useEffect, useState } from "react";
import { whenIdle } from "../lib/idle";
import { logger } from "../logger/logger";
import type { IconName } from "./names";

interface Props {
  /** One of the list, or an employer's logo. */
  name: IconName | `${"simple-icons" | "logos"}:${string}`;
  /** Makes the icon speak; without it, it is decoration beside words that say the same. */
  label?: string;
  /** Its size among other things: 20 px unless given. */
  className?: string;
  load?: typeof loadLibrary;
}

type Drawn = ComponentType<{ icon: string; width: string; height: string; ssr: boolean }>;

/** After the first screen: words come before decoration. */
const loadLibrary = () => whenIdle().then(() => import("./iconify"));

/** One word of warning for each name, however often it is drawn. */
const warned = new Set<string>();

export function Icon({ name, label, className = "size-5", load = loadLibrary }: Props) {
  const [drawn, setDrawn] = useState<{ name: string; Drawn: Drawn }>();

  useEffect(() => {
    let isWanted = true;
    load()
      .then(async ({ bringIcon, Drawn }) => {
        await bringIcon(name);
        if (isWanted) setDrawn({ name, Drawn });
      })
      .catch(() => warnOnce(name));
    return () => {
      isWanted = false;
    };
  }, [name, load]);

  return (
    <span
      {...(label ? { role: "img", "aria-label": label } : { "aria-hidden": true })}
      className={`inline-block shrink-0 overflow-hidden align-middle ${className}`}
    >
      {drawn?.name === name ? <drawn.Drawn icon={name} width="100%" height="100%" ssr /> : null}
    </span>
  );
}

function warnOnce(name: string): void {
  if (warned.has(name)) return;
  warned.add(name);
  logger.warn(`the icon ${name} could not be loaded`);
}
