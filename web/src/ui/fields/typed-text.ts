/**
 * Cleans a typed text of the invisible characters that the server refuses, because a person could not find and delete
 * them. Such characters come with pasted text: a phone's contacts app puts two of them around a number, and a table
 * has tabs.
 */
import type { ChangeEvent } from "react";
import { refusedCharacters } from "#/core/refused-characters";
import { wholeCharacters } from "#/lib/characters";

const line = new RegExp(`[${refusedCharacters.line}]`, "gu");
const lines = new RegExp(`[${refusedCharacters.lines}]`, "gu");

/** Replaces a tab by a space, so that the words beside the tab stay apart. Removes all other refused characters. */
const replacementOf = (character: string) => (/\s/.test(character) ? " " : "");

/** Returns the repaired text of a text box, and writes it back into the box. */
export function typedText({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>): string {
  const refused = target instanceof HTMLTextAreaElement ? lines : line;
  const repair = (text: string) => wholeCharacters(text).replace(refused, replacementOf);
  const { value, selectionStart } = target;
  const text = repair(value);
  if (text !== value) {
    // React would put the caret at the end, so restore the caret. A box of the type `email` has no caret position.
    target.value = text;
    const caret = selectionStart === null ? null : repair(value.slice(0, selectionStart)).length;
    if (caret !== null) target.setSelectionRange(caret, caret);
  }
  return text;
}
