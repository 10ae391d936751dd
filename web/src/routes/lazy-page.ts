/** A page in a chunk of its own, which waits for the network and survives a new build. */
import { lazyRouteComponent } from "@tanstack/react-router";
import { loadChunk } from "../version/load-chunk";

/** As `lazyRouteComponent`, whose own reload would also happen without a network. */
export function lazyPage<Module extends Record<string, unknown>, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
) {
  return lazyRouteComponent(() => loadChunk(load), name);
}
