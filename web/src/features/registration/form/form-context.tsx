/** Hands the form's store, its core and its words to the inputs of a page. */
import { createContext, type ReactNode, use, useMemo, useSyncExternalStore } from "react";
import type { Core, FieldRule, ProfileDraft } from "../../../core/core";
import { useText } from "../../../i18n/use-text";
import { usableSlots } from "../photos/photo-list";
import { errorText } from "./error-text";
import { errorWithin, type FormError } from "./form-errors";
import type { FormState, FormStore } from "./form-store";
import type { FieldName } from "./page-table";
import { ShownErrors } from "./shown-errors";

/** What an input needs, and what stays the same while a person types. */
export interface FormTools {
  store: FormStore;
  core: Core;
  t: ReturnType<typeof useText>;
  shown: ShownErrors;
  ruleOf: (field: FieldName) => FieldRule | undefined;
}

/** The same with all that is typed: who asks for it is drawn again at every key. */
export interface Form extends Omit<FormTools, "shown"> {
  state: FormState;
  draft: ProfileDraft;
  errors: readonly FormError[];
  /** The message for the value at `path` or below it. */
  errorAt: (path: string) => string | undefined;
}

/** What it takes to read a profile's answers: the form has it, and so has the profile page. */
export interface AnswerSource extends Pick<Form, "t" | "core" | "draft"> {
  /** How many photos there are, and what the document is called. */
  files: { nPhotos: number; documentLabel: string };
}

/** The form's answers, with the files as they were picked. */
export function answersOfForm({ t, core, draft, state }: Form): AnswerSource {
  const { photos } = state;
  const files = {
    nPhotos: usableSlots(photos).length,
    documentLabel: photos.document?.label ?? "",
  };
  return { t, core, draft, files };
}

const FormContext = createContext<FormTools | null>(null);

/** The id of the control for the value at `path`. */
export function controlId(path: string): string {
  return `field-${path}`;
}

/** Provides the store without being drawn again when it changes. */
export function FormProvider({ store, children }: { store: FormStore; children: ReactNode }) {
  const t = useText();
  const shown = useMemo(() => new ShownErrors(store), [store]);
  const rules = useMemo(
    () => new Map(store.core.fieldRules().map((rule) => [rule.field as string, rule])),
    [store],
  );
  const tools = useMemo(
    () => ({ store, core: store.core, t, shown, ruleOf: (field: string) => rules.get(field) }),
    [store, t, shown, rules],
  );
  return <FormContext value={tools}>{children}</FormContext>;
}

/** The tools of the form around this component. */
export function useFormTools(): FormTools {
  const tools = use(FormContext);
  if (!tools) throw new Error("an input of the register form stands outside of it");
  return tools;
}

/** A part of the form's state; it must be the same thing for as long as it did not change. */
export function useFormState<Part>(select: (state: FormState) => Part): Part {
  const { store } = useFormTools();
  return useSyncExternalStore(store.subscribe, () => select(store.getState()));
}

/** Every error there is to see. */
export function useShownErrors(): readonly FormError[] {
  const { shown } = useFormTools();
  return useSyncExternalStore(shown.subscribe, shown.get);
}

/** The message for the value at `path` or below it. */
export function useErrorAt(path: string): { error?: FormError; message?: string } {
  const { shown, store, t } = useFormTools();
  const error = useSyncExternalStore(shown.subscribe, () => errorWithin(path, shown.get()));
  return error ? { error, message: errorText(t, error, store.getState().draft) } : {};
}

/** Everything at once, for a page that shows files or many answers. */
export function useForm(): Form {
  const { store, core, t, ruleOf } = useFormTools();
  const state = useFormState((whole) => whole);
  const errors = useShownErrors();
  return {
    store,
    core,
    state,
    draft: state.draft,
    errors,
    t,
    errorAt(path) {
      const error = errorWithin(path, errors);
      return error && errorText(t, error, state.draft);
    },
    ruleOf,
  };
}
