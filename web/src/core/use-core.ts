/** Hooks with which a component loads the core or its lists. */
import { useAsked } from "#/lib/use-asked";
import { useListener } from "#/lib/use-listener";
import type { Core } from "./core";
import type { Lists } from "./lists";
import { loadCoreOrFallback, loadLists } from "./load";

/** Loads the core or its fallback after the first paint. `failed` is true if neither of them loads. */
export function useCore(): { core: Core | null; failed: boolean; retry: () => void } {
  const { answer: core, error, retry } = useAsked(loadCoreOrFallback);
  return { core, failed: error !== null, retry };
}

/** Loads the lists again after a failure, as soon as the device is online. */
export function useLists(): Lists | null {
  const { answer: lists, error, retry } = useAsked(loadLists);
  useListener(window, "online", retry, { isOn: error !== null });
  return lists;
}

/** Returns the calendar day of the device as `YYYY-MM-DD`. The server checks a profile with its own calendar day. */
export function today(now: Date = new Date()): string {
  const month = String(now.getMonth() + 1).padStart(2, "0");
  const day = String(now.getDate()).padStart(2, "0");
  return `${now.getFullYear()}-${month}-${day}`;
}
