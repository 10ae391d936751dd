/** Tells the keys and the texts of an input method from those of the page. */

/** Safari ends the composition before the key that ends it, and marks that key by this code alone. */
const inputMethodKeyCode = 229;

/** Returns whether the key belongs to an input method, which finishes 漢字 with Enter. */
export function isOfInputMethod(event: KeyboardEvent): boolean {
  return event.isComposing || event.keyCode === inputMethodKeyCode;
}

/** Returns whether the input is of a word that an input method still composes. */
export function isComposed(input: Event): boolean {
  // Safari has it since 16.4.
  const { isComposing, inputType } = input as Partial<InputEvent>;
  return isComposing ?? inputType === "insertCompositionText";
}
