/** Hands the form's store, its core and its words to the inputs of a page. */
import { createContext, type ReactNode, use, useMemo, useSyncExternalStore } from "react";
import type { Core, FieldRule, ProfileDraft } from "../../../core/core";
import { useText } from "../../../i18n/use-text";
import { errorText } from "./error-text";
import { errorWithin, type FormError } from "./form-errors";
import type { FormState, FormStore } from "./form-store";
import type { FieldName } from "./page-table";

/** What an input needs. */
export interface Form {
  store: FormStore;
  core: Core;
  state: FormState;
  draft: ProfileDraft;
  errors: readonly FormError[];
  t: ReturnType<typeof useText>;
  /** The message for the value at `path` or below it. */
  errorAt: (path: string) => string | undefined;
  ruleOf: (field: FieldName) => FieldRule | undefined;
  /** Whether this form asks the field; where a reviewer wants more, it asks nothing else. */
  isAsked: (field: FieldName) => boolean;
  /** What the reviewer said of the field. */
  remarkOn: (field: FieldName) => string | undefined;
}

/** What it takes to read a profile's answers: the form has it, and so has the profile page. */
export interface AnswerSource extends Pick<Form, "t" | "core" | "draft"> {
  /** How many photos there are, and what the document is called. */
  files: { nPhotos: number; documentLabel: string };
}

/** The form's answers, with the files as they were picked. */
export function answersOfForm({ t, core, draft, state }: Form): AnswerSource {
  const { photos, document } = state.picks;
  const files = { nPhotos: photos.filter(Boolean).length, documentLabel: document?.label ?? "" };
  return { t, core, draft, files };
}

const FormContext = createContext<Form | null>(null);

/** The id of the control for the value at `path`. */
export function controlId(path: string): string {
  return `field-${path}`;
}

/** Subscribes to the store and provides it. */
export function FormProvider({ store, children }: { store: FormStore; children: ReactNode }) {
  const state = useSyncExternalStore(store.subscribe, store.getState);
  const t = useText();
  const rules = useMemo(
    () => new Map(store.core.fieldRules().map((rule) => [rule.field as string, rule])),
    [store],
  );
  const errors = store.shownErrors();
  const form: Form = {
    store,
    core: store.core,
    state,
    draft: state.draft,
    errors,
    t,
    errorAt(path) {
      const error = errorWithin(path, errors);
      return error && errorText(t, error, state.draft);
    },
    ruleOf: (field) => rules.get(field),
    isAsked: (field) => store.scope.pages.some(({ fields }) => fields.includes(field)),
    remarkOn: (field) => store.scope.remarks.get(field),
  };
  return <FormContext value={form}>{children}</FormContext>;
}

/** The form around this component. */
export function useForm(): Form {
  const form = use(FormContext);
  if (!form) throw new Error("an input of the register form stands outside of it");
  return form;
}
