/** The keyboard shortcuts of the console: single letters and digits, which their buttons show. */
import type { ReactNode } from "react";
import { useText } from "#/i18n/use-text";
import { isOfInputMethod } from "#/lib/input-method";
import { createStore, useStore } from "#/lib/store";
import { useTopDialog } from "#/lib/top-layer";
import { useListener } from "#/lib/use-listener";
import { readText, writeText } from "#/storage/local";

type KeyMap = Partial<Record<string, (() => void) | undefined>>;

const store = createStore({ isOn: readText("consoleKeys") !== "off" });

/** Reviewers can turn the shortcuts off, because speech input may type single letters. */
const useShortcuts = (): boolean => useStore(store).isOn;

export function setShortcuts(isOn: boolean): void {
  store.set({ isOn });
  writeText("consoleKeys", isOn ? "on" : "off");
}

/**
 * Calls the action of a pressed key. Ignores keys that are typed into a field, keys with a modifier, repeats of
 * a held key, and all keys while a dialog is open.
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

/** Returns the letter of a key. If a Chinese or Japanese keyboard gives no ASCII letter, the key's position decides. */
function letterOf({ key, code }: KeyboardEvent): string {
  const isNamed = key.length === 1 && key.charCodeAt(0) < 128;
  return (isNamed ? key : code.replace(/^Key/, "")).toLowerCase();
}

/** Returns true if the focused field uses the key itself. A select, for example, jumps to an option by its letter. */
function isTyped(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.matches("textarea, select")) return true;
  return target instanceof HTMLInputElement && !["checkbox", "radio"].includes(target.type);
}

export function Key({ children }: { children: ReactNode }) {
  const isOn = useShortcuts();
  return isOn ? (
    <span aria-hidden="true" className="max-sm:hidden">
      <kbd>{children}</kbd>
    </span>
  ) : null;
}

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
