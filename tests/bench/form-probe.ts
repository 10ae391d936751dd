/**
 * The observation from inside the page while a person fills in the form: interactions, long tasks,
 * new pages.
 */
import type { Page } from "playwright-core";

/** An interaction as web-vitals counts it: the slowest of the events with one id. */
export interface Interaction {
  startMs: number;
  durationMs: number;
  event: string;
  target: string;
}

/** A tap that led to another heading. */
export interface Turn {
  from: string;
  to: string;
  startMs: number;
  /** The time from the tap to the frame after the one that paints the new heading. */
  tookMs: number;
}

export interface Span {
  startMs: number;
  durationMs: number;
}

/** All observations, in the page's own clock. */
export interface Seen {
  /** The start of the page's clock in the clock of the machine. */
  timeOrigin: number;
  /** The time and the name of the first control that could be used. */
  firstUsable: { atMs: number; what: string } | null;
  interactions: Interaction[];
  turns: Turn[];
  longTasks: Span[];
  /** The times at which a file was picked. */
  pickedMs: number[];
}

type Probed = Window & { seen: Seen };

/** TypeScript's library does not know these ids yet. */
type PerformanceEventTiming = globalThis.PerformanceEventTiming & { interactionId: number };

/** Observes every page of this tab from its start. */
export async function watch(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen: Seen = {
      timeOrigin: performance.timeOrigin,
      firstUsable: null,
      interactions: [],
      turns: [],
      longTasks: [],
      pickedMs: [],
    };
    (window as unknown as Probed).seen = seen;
    const heading = () => document.querySelector("h1")?.textContent ?? "";
    const nameOf = (node: Node | null) => {
      const element = node instanceof Element ? node : null;
      const label = element?.getAttribute("aria-label") ?? element?.closest("label")?.textContent;
      return `${element?.localName ?? "?"} ${(label ?? element?.textContent ?? "").slice(0, 24)}`;
    };

    // The touched element may be removed before the browser reports the interaction.
    const touched = new Map<number, string>();
    for (const type of ["pointerdown", "pointerup", "click", "keydown", "keyup"]) {
      const note = ({ target, timeStamp }: Event) =>
        touched.set(timeStamp, nameOf(target as Node | null));
      window.addEventListener(type, note, { capture: true, passive: true });
    }
    const slowest = new Map<number, Interaction>();
    const note = (entry: PerformanceEventTiming) => {
      const { interactionId, duration, name, startTime, processingStart, processingEnd } = entry;
      const before = slowest.get(interactionId);
      if (interactionId === 0 || (before && before.durationMs >= duration)) return;
      const parts = [
        processingStart - startTime,
        processingEnd - processingStart,
        startTime + duration - processingEnd,
      ];
      slowest.set(interactionId, {
        startMs: startTime,
        durationMs: duration,
        event: `${name} (${parts.map((part) => Math.max(0, part).toFixed(0)).join(" + ")})`,
        target: touched.get(startTime) ?? nameOf(entry.target),
      });
      seen.interactions = [...slowest.values()];
    };
    // The browser reports no events shorter than 16 ms, its finest resolution.
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) note(entry as PerformanceEventTiming);
    }).observe({ type: "event", durationThreshold: 16, buffered: true } as PerformanceObserverInit);
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries()) {
        seen.longTasks.push({ startMs: startTime, durationMs: duration });
      }
    }).observe({ type: "longtask", buffered: true });

    let tapped: { from: string; startMs: number } | null = null;
    const afterPaint = (act: () => void) =>
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = act;
        port2.postMessage(null);
      });
    const noteFirstUsable = () => {
      if (document.getElementById("loading")?.hidden !== true) return;
      const controls = document.querySelectorAll("main :is(input, select, textarea, button, a)");
      const usable = [...controls].find((it) => !it.closest("[inert], [disabled]"));
      if (!usable) return;
      const atMs = performance.now();
      seen.firstUsable = { atMs, what: `${nameOf(usable).trim()} on “${heading()}”` };
    };
    const noteTurn = () => {
      const to = heading();
      if (!tapped || to === "" || to === tapped.from) return;
      const { from, startMs } = tapped;
      tapped = null;
      afterPaint(() => seen.turns.push({ from, to, startMs, tookMs: performance.now() - startMs }));
    };
    new MutationObserver(() => {
      if (!seen.firstUsable) noteFirstUsable();
      noteTurn();
    }).observe(document, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
      attributeFilter: ["hidden", "inert", "disabled"],
    });
    document.addEventListener(
      "click",
      ({ target, timeStamp }) => {
        const isButton = target instanceof Element && target.closest("button, a") !== null;
        if (isButton) tapped = { from: heading(), startMs: timeStamp };
      },
      { capture: true },
    );
    document.addEventListener(
      "change",
      ({ target }) => {
        const isFile = target instanceof HTMLInputElement && target.type === "file";
        if (isFile) seen.pickedMs.push(performance.now());
      },
      { capture: true },
    );
  });
}

/** Returns the observations so far. */
export const readSeen = (page: Page): Promise<Seen> =>
  page.evaluate(() => (window as unknown as Probed).seen);

/** Returns the time of the page's clock. */
export const clockOf = (page: Page): Promise<number> => page.evaluate(() => performance.now());
