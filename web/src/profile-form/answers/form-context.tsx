/** Passes the form's store, core, and messages to the inputs of a page. */
import { createContext, type ReactNode, use, useMemo, useSyncExternalStore } from "react";
import type { Core, FieldRule, ProfileDraft } from "#/core/core";
import { type Text, useText } from "#/i18n/use-text";
import type { PhotoList } from "#/profile-form/files/photo-list";
import type { PhotoStore } from "#/profile-form/files/photo-store";
import type { FormError } from "#/profile-form/form-error";
import type { AnswersState, AnswersStore } from "./answers-store";
import { errorText, errorWithin } from "./form-errors";
import type { FieldName } from "./page-table";

/** The objects that every input needs. Typing replaces none of them, so React renders only the changed input. */
export interface FormTools {
  store: AnswersStore;
  core: Core;
  t: Text;
  ruleOf: (field: FieldName) => FieldRule | undefined;
}

/** The tools, and the form's whole state. A component that reads this state renders again at every key press. */
export interface Form extends FormTools {
  draft: ProfileDraft;
  errors: readonly FormError[];
  errorAt: (path: string) => string | undefined;
}

const FormContext = createContext<FormTools | null>(null);

export function controlId(path: string): string {
  return `field-${path}`;
}

export function FormProvider({ store, children }: { store: AnswersStore; children: ReactNode }) {
  const t = useText();
  const rules = useMemo(
    () => new Map(store.core.fieldRules().map((rule) => [rule.field as string, rule])),
    [store],
  );
  const tools = useMemo(
    () => ({ store, core: store.core, t, ruleOf: (field: string) => rules.get(field) }),
    [store, t, rules],
  );
  return <FormContext value={tools}>{children}</FormContext>;
}

export function useFormTools(): FormTools {
  const tools = use(FormContext);
  if (!tools) throw new Error("an input of the registration form is rendered outside of it");
  return tools;
}

export function useFiles(): PhotoStore {
  const { files } = useFormTools().store;
  if (!files) throw new Error("an input of files is rendered in a form that asks for none");
  return files;
}

export function usePhotos(): PhotoList {
  const files = useFiles();
  return useSyncExternalStore(files.subscribe, () => files.photos);
}

/** Returns a part of the form's state. `select` must not return a new object at each call, or React renders forever. */
export function useFormState<Part>(select: (state: AnswersState) => Part): Part {
  const { store } = useFormTools();
  return useSyncExternalStore(store.subscribe, () => select(store.getState()));
}

export function useShownErrors(): readonly FormError[] {
  const { store } = useFormTools();
  return useSyncExternalStore(store.subscribe, store.shownErrors);
}

export function useErrorAt(path: string): { error?: FormError; message?: string } {
  const { store, t } = useFormTools();
  const error = useSyncExternalStore(store.subscribe, () => errorWithin(path, store.shownErrors()));
  return error ? { error, message: errorText(t, error, store.getState().draft) } : {};
}

export function useForm(): Form {
  const { store, core, t, ruleOf } = useFormTools();
  const state = useFormState((whole) => whole);
  const errors = useShownErrors();
  return {
    store,
    core,
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
