/** Recognises keys and texts that an input method, such as one for Japanese, still uses to compose a word. */

/** Safari sends the key that ends a composition after the composition, so only this key code marks the key. */
const inputMethodKeyCode = 229;

/** Returns whether the key belongs to an input method. With Enter, for example, a person accepts 漢字. */
export function isOfInputMethod(event: KeyboardEvent): boolean {
  return event.isComposing || event.keyCode === inputMethodKeyCode;
}

export function isComposed(input: Event): boolean {
  // Safari before 16.4 has no `isComposing` in this event, so read the type of the input.
  const { isComposing, inputType } = input as Partial<InputEvent>;
  return isComposing ?? inputType === "insertCompositionText";
}
