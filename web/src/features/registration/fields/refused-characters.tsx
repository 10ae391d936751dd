/** A way out for text with characters that cannot be seen: whoever pasted them cannot find them. */
import type { ReactNode } from "react";
import type { Core } from "../../../core/core";
import { today } from "../../../core/use-core";
import { controlId } from "../form/form-context";
import type { FieldName } from "../form/page-table";
import type { Field } from "./use-field";

/** A button beside the message, or nothing where something else is wrong. */
export function removeRefused(field: Field, name: FieldName): ReactNode {
  if (field.error?.code !== "control_character") return null;
  const { core, t } = field.tools;
  const remove = () => {
    field.put(withoutRefused(core, name, field.text));
    // The button is gone with the message, and the focus would be with it.
    document.getElementById(controlId(name))?.focus();
  };
  return (
    <button
      type="button"
      className="min-h-11 self-start rounded-full border border-danger px-4 font-semibold text-danger"
      onClick={remove}
    >
      {t("register.removeRefused")}
    </button>
  );
}

/** The text as the core takes it: it is asked about each character, so that the rule stays its own. */
export function withoutRefused(core: Core, name: FieldName, text: string): string {
  const day = today();
  const isRefused = (character: string) =>
    core
      .checkProfile({ [name]: `a${character}a` }, day)
      ?.fields.some(({ path, code }) => path === name && code === "control_character") ?? false;
  const refused = new Set([...new Set(text)].filter(isRefused));
  return [...text]
    .map((character) => (refused.has(character) ? placeOf(character) : character))
    .join("");
}

/** A tab between two words leaves a space; what has no width leaves nothing. */
function placeOf(character: string): string {
  return /\s/.test(character) ? " " : "";
}
