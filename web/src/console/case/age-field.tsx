/** The fields for a check of the age: the kind of the document, and a checkbox to confirm what the document shows. */

import type { Draft } from "#/console/decision/draft";
import { reviewRules } from "#/core/review-rules";
import { useText } from "#/i18n/use-text";
import { SelectField } from "#/ui/fields/select-field";
import type { DraftProblems } from "./check-draft";

interface Props {
  birthday: string;
  value: Pick<Draft, "ageDocument" | "isAgeConfirmed">;
  isOptional: boolean;
  problems: DraftProblems | null;
  onChange: (changed: Pick<Draft, "ageDocument" | "isAgeConfirmed">) => void;
}

export function AgeField({ birthday, value, isOptional, problems, onChange }: Props) {
  const t = useText();
  const { ageDocument, isAgeConfirmed } = value;
  const documentProblem = problems?.ageDocument;
  const confirmProblem = problems?.ageConfirmed;
  return (
    <div className="flex flex-col gap-2">
      <SelectField
        id="age-document"
        label={t("console.age.label")}
        note={isOptional ? t("console.reasons.optional") : undefined}
        hint={isOptional ? t("console.age.optionalHint") : undefined}
        emptyLabel={t("console.age.choose")}
        value={ageDocument}
        options={reviewRules.ageDocuments.map((document) => ({
          value: document,
          label: t(`vocabulary.ageDocument.${document}`),
        }))}
        error={documentProblem && t(documentProblem)}
        // A confirmation is about one kind of document, so another choice removes the confirmation.
        onChange={(chosen) => onChange({ ageDocument: chosen, isAgeConfirmed: false })}
      />
      {ageDocument === "" ? null : (
        <>
          <label className="flex min-h-11 cursor-pointer items-start gap-3">
            <input
              type="checkbox"
              checked={isAgeConfirmed}
              aria-invalid={confirmProblem ? true : undefined}
              aria-describedby={confirmProblem ? "age-confirmed-error" : undefined}
              onChange={(event) => onChange({ ageDocument, isAgeConfirmed: event.target.checked })}
              className="mt-1 size-5 shrink-0 accent-accent"
            />
            <span className="min-w-0 wrap-anywhere">{t("console.age.confirm", { birthday })}</span>
          </label>
          {confirmProblem ? (
            <p
              id="age-confirmed-error"
              role="alert"
              className="m-0 text-sm font-semibold text-danger"
            >
              {t(confirmProblem)}
            </p>
          ) : null}
        </>
      )}
    </div>
  );
}
