/** Which errors a person sees: a new one waits for the end of typing, a mended one goes at once. */
import { isFileProblem } from "../../../pictures/problems";
import { errorsWithin, type FormError } from "./form-errors";
import type { FormState, FormStore } from "./form-store";

/** The errors of one form; the store knows all of them, and this what may be said by now. */
export class ShownErrors {
  private readonly listeners = new Set<() => void>();
  /** What was told once and still holds; the same path with another code is news. */
  private told = new Set<string>();
  private seen: FormState | null = null;
  private list: readonly FormError[] = [];

  constructor(private readonly store: FormStore) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    const stop = this.store.subscribe(listener);
    this.listeners.add(listener);
    return () => {
      stop();
      this.listeners.delete(listener);
    };
  };

  /** The same list, and the same errors in it, for as long as they say the same. */
  readonly get = (): readonly FormError[] => {
    const state = this.store.getState();
    const before = this.seen;
    if (before === state) return this.list;
    this.seen = state;
    const errors = this.store.shownErrors();
    // Continue and the server are answered in full, and nobody is still typing a file.
    const isAsked = before?.tried !== state.tried;
    const isFound = (error: FormError) =>
      state.serverErrors.includes(error) || isFileProblem(error.code);
    this.show(errors.filter((error) => isAsked || isFound(error) || this.told.has(keyOf(error))));
    return this.list;
  };

  /** The person is done with the value at `path`: what is wrong with it may be said. */
  readonly reveal = (path: string): void => {
    const shown = this.get();
    const all = this.store.shownErrors();
    const news = errorsWithin(path, all);
    if (news.every((error) => this.told.has(keyOf(error)))) return;
    const now = new Set([...shown, ...news].map(keyOf));
    this.show(all.filter((error) => now.has(keyOf(error))));
    for (const listener of this.listeners) listener();
  };

  private show(errors: readonly FormError[]): void {
    const held = new Map(this.list.map((error) => [keyOf(error), error]));
    const list = errors.map((error) => held.get(keyOf(error)) ?? error);
    const isSame =
      list.length === this.list.length && list.every((error, at) => error === this.list[at]);
    if (!isSame) this.list = list;
    this.told = new Set(list.map(keyOf));
  }
}

/** Limits belong to the code, so path and code tell one error from another. */
function keyOf({ path, code }: FormError): string {
  return `${path} ${code}`;
}
