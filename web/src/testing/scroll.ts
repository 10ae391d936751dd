/**
 * Makes each method that scrolls return a promise, as newer browsers do. TypeScript's own types say that the methods
 * return nothing, so an effect that returns such a promise in place of a cleanup function passes the type check, and
 * then breaks the page.
 */
const methods = ["scroll", "scrollBy", "scrollTo", "scrollIntoView"];

// A test of a build's file runs without a page.
const targets = typeof window === "undefined" ? [] : [window, Element.prototype];

for (const target of targets) {
  for (const name of methods) {
    const scroll: unknown = Reflect.get(target, name);
    if (typeof scroll !== "function") continue;
    const value = function scrollLater(this: unknown, ...given: unknown[]) {
      Reflect.apply(scroll, this, given);
      return Promise.resolve();
    };
    Object.defineProperty(target, name, { value, configurable: true, writable: true });
  }
}
