/** The keys of the console: single letters that are printed on their buttons. */
import type { ReactNode } from "react";
import { useText } from "#/i18n/use-text";
import { isOfInputMethod } from "#/lib/input-method";
import { createStore, useStore } from "#/lib/store";
import { useTopDialog } from "#/lib/top-layer";
import { useListener } from "#/lib/use-listener";
import { readText, writeText } from "#/storage/local";

/** A letter and what it does. An entry that is undefined does nothing at the moment. */
type KeyMap = Partial<Record<string, (() => void) | undefined>>;

const store = createStore({ isOn: readText("consoleKeys") !== "off" });

/** Returns whether the reviewer has the keys switched on: speech input and screen readers may type them. */
const useShortcuts = (): boolean => useStore(store).isOn;

export function setShortcuts(isOn: boolean): void {
  store.set({ isOn });
  writeText("consoleKeys", isOn ? "on" : "off");
}

/**
 * Calls the entry of a pressed letter. It ignores letters that are typed into a field, that come with a
 * modifier, that a held key repeats, and all of them while a dialog is open.
 */
export function useKeys(keys: KeyMap): void {
  const isOn = useShortcuts();
  const dialog = useTopDialog();
  const run = (event: KeyboardEvent) => {
    if (event.defaultPrevented || !isPlain(event) || isTyped(event.target)) return;
    const act = keys[letterOf(event)];
    if (!act) return;
    event.preventDefault();
    act();
  };
  useListener(document, "keydown", run, { isOn: isOn && dialog === null });
}

function isPlain(event: KeyboardEvent): boolean {
  const { ctrlKey, metaKey, altKey, shiftKey, repeat } = event;
  return !(ctrlKey || metaKey || altKey || shiftKey || repeat || isOfInputMethod(event));
}

/** Returns the letter, which a keyboard in Chinese or Japanese names only by the place of its key. */
function letterOf({ key, code }: KeyboardEvent): string {
  const isNamed = key.length === 1 && key.charCodeAt(0) < 128;
  return (isNamed ? key : code.replace(/^Key/, "")).toLowerCase();
}

/** Returns whether the pressed key belongs to a field: a select moves to the option that begins with it. */
function isTyped(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.matches("textarea, select")) return true;
  return target instanceof HTMLInputElement && !["checkbox", "radio"].includes(target.type);
}

/** The letter of a button, printed on it. */
export function Key({ children }: { children: ReactNode }) {
  const isOn = useShortcuts();
  return isOn ? (
    <span aria-hidden="true" className="max-sm:hidden">
      <kbd>{children}</kbd>
    </span>
  ) : null;
}

/** Switches the keys on and off. */
export function ShortcutSwitch() {
  const t = useText();
  const isOn = useShortcuts();
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={() => setShortcuts(!isOn)}
      className="min-h-11 rounded-full px-3 text-sm text-muted hover:text-ink max-sm:hidden"
    >
      {t(isOn ? "console.keys.on" : "console.keys.off")}
    </button>
  );
}
