/** The core for components: null until it, or its fallback, is loaded. */
import { useAsked } from "#/lib/use-asked";
import { useListener } from "#/lib/use-listener";
import type { Core } from "./core";
import type { Lists } from "./lists";
import { loadCoreOrFallback, loadLists } from "./load";

/** Loads the core after the first paint of the component. */
export function useCore(): { core: Core | null; failed: boolean; retry: () => void } {
  const { answer: core, error, retry } = useAsked(loadCoreOrFallback);
  return { core, failed: error !== null, retry };
}

/** Returns the lists, or null until they are loaded. They load again when the device is online. */
export function useLists(): Lists | null {
  const { answer: lists, error, retry } = useAsked(loadLists);
  useListener(window, "online", retry, { isOn: error !== null });
  return lists;
}

/** Returns the calendar day of the device. The server checks with its own. */
export function today(now: Date = new Date()): string {
  const month = String(now.getMonth() + 1).padStart(2, "0");
  const day = String(now.getDate()).padStart(2, "0");
  return `${now.getFullYear()}-${month}-${day}`;
}
