/**
 * The observation of a start from inside of the page, in any browser. A driver sends these functions to the page as text,
 * so that they use nothing outside of themselves.
 */

/** A sentence, the button that leads on from it, the button of a page in between, a text box of the form, a card. */
export type Goal = "words" | "start" | "begin" | "input" | "card";

/** A moment in the clock of the machine, and the middle of the element. */
export interface Moment {
  atMs: number;
  text: string;
  x: number;
  y: number;
}

export type Moments = Partial<Record<Goal, Moment>>;

/** Returns the moments so far. The first call begins to look at each frame. */
export function observeMoments(): Moments {
  const probed = window as unknown as { moments?: Moments };
  if (probed.moments) return probed.moments;
  const moments: Moments = {};
  probed.moments = moments;
  const names: [Goal, string[]][] = [
    ["start", ["Agree and start", "Start my profile"]],
    ["begin", ["Let’s begin"]],
    ["card", ["I’d like to meet"]],
  ];
  const sentence =
    /(\p{L}\S*\s+\S*){2}\p{L}|([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]\P{L}*){6}/u;
  const textBox = "form :is(textarea, input:is([type=text], [type=email], :not([type])))";

  /** Notes the element if the person sees it: it is drawn, and nothing covers the middle of the box. */
  const note = (goal: Goal, element: Element, box = element.getBoundingClientRect()) => {
    const { width, height } = element.getBoundingClientRect();
    // A text for screen readers alone has a box of one pixel.
    if (width < 4 || height < 4 || getComputedStyle(element).visibility !== "visible") return;
    for (let at: Element | null = element; at; at = at.parentElement) {
      if (getComputedStyle(at).opacity === "0") return;
    }
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const top = document.elementFromPoint(x, y);
    // `elementFromPoint` skips words that take no taps, and finds the element that contains them.
    const isTopmost = goal === "words" ? top?.contains(element) : element.contains(top);
    if (!top || !isTopmost) return;
    const text = element.textContent?.trim() ?? "";
    moments[goal] ??= { atMs: performance.timeOrigin + performance.now(), text, x, y };
  };
  const noteWords = () => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (!moments.words && texts.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(texts.currentNode);
      const [line] = range.getClientRects();
      const parent = texts.currentNode.parentElement;
      if (line && parent && sentence.test(parent.textContent ?? "")) note("words", parent, line);
    }
  };
  const look = () => {
    requestAnimationFrame(look);
    // WebKit also runs frames while it waits for a stylesheet and paints nothing.
    if (performance.getEntriesByName("first-contentful-paint").length === 0) return;
    if (!moments.words) noteWords();
    for (const control of document.querySelectorAll(`a, button, ${textBox}`)) {
      const text = control.textContent?.trim() ?? "";
      const named = names.find(([, words]) => words.includes(text))?.[0];
      const goal = control.matches(textBox) ? "input" : named;
      const isUsable = !control.closest("[inert], :disabled");
      if (goal && isUsable && !moments[goal]) note(goal, control);
    }
  };
  requestAnimationFrame(look);
  return moments;
}

/** Returns the requests of the page, in the clock of the machine, with headers. LINE does not tell the size of its answers. */
export function listRequests() {
  const { timeOrigin } = performance;
  const entries = ["navigation", "resource"].flatMap((type) => performance.getEntriesByType(type));
  return (entries as PerformanceResourceTiming[]).map((entry) => ({
    name: entry.name.replace(location.origin, "").replace(/^https?:..|[?#].*/g, ""),
    startMs: timeOrigin + entry.startTime,
    endMs: timeOrigin + entry.responseEnd,
    kB: entry.transferSize ? (entry.transferSize / 1000).toFixed(1) : "–",
  }));
}
