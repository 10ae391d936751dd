/**
 * The text of a text box, without the characters that the server refuses. They are invisible and come with a pasted text:
 * the contacts app of a phone puts two around a number, and a table has tabs. No person can find and delete them.
 */
import type { ChangeEvent } from "react";
import { refusedCharacters } from "#/core/refused-characters";
import { wholeCharacters } from "#/lib/characters";

const line = new RegExp(`[${refusedCharacters.line}]`, "gu");
const lines = new RegExp(`[${refusedCharacters.lines}]`, "gu");

/** A tab between two words leaves a space, so that the words stay apart. */
const replacementOf = (character: string) => (/\s/.test(character) ? " " : "");

/** Returns what the person has put into a text box, and repairs the text of the box. */
export function typedText({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>): string {
  const refused = target instanceof HTMLTextAreaElement ? lines : line;
  const repair = (text: string) => wholeCharacters(text).replace(refused, replacementOf);
  const { value, selectionStart } = target;
  const text = repair(value);
  if (text !== value) {
    // React would put the caret at the end. Boxes for mail addresses have no place of the caret.
    target.value = text;
    const caret = selectionStart === null ? null : repair(value.slice(0, selectionStart)).length;
    if (caret !== null) target.setSelectionRange(caret, caret);
  }
  return text;
}
