/** The reasons of a decision: the fields that the decision is about, each with a code and a note to the member. */
import type { Reason, ReasonField } from "#/api/review-cases";
import { reviewRules } from "#/core/review-rules";
import { useText } from "#/i18n/use-text";
import { countCharacters } from "#/lib/characters";
import { SelectField } from "#/ui/fields/select-field";
import { TextArea } from "#/ui/fields/text-area";
import type { DraftProblems } from "./check-draft";

interface Props {
  fields: readonly ReasonField[];
  reasons: readonly Reason[];
  problems: DraftProblems | null;
  onChange: (reasons: readonly Reason[]) => void;
}

export function ReasonsField({ fields, reasons, problems, onChange }: Props) {
  const t = useText();
  const toggle = (path: string, isChosen: boolean) => {
    const others = reasons.filter((reason) => reason.path !== path);
    onChange(isChosen ? [...others, { path, code: "", note: "" }] : others);
  };
  const change = (changed: Reason) =>
    onChange(reasons.map((reason) => (reason.path === changed.path ? changed : reason)));
  return (
    <fieldset className="m-0 min-w-0 border-0 p-0">
      <legend className="mb-1 p-0 font-semibold">{t("console.reasons.fields")}</legend>
      {problems?.reasons ? (
        <p role="alert" className="mb-1 text-sm font-semibold text-danger">
          {t(problems.reasons, { max: reviewRules.reasons })}
        </p>
      ) : null}
      <ul className="grid gap-x-4 sm:grid-cols-2">
        {fields.map(({ path, label }) => {
          const reason = reasons.find((chosen) => chosen.path === path);
          return (
            <li key={path} className={reason ? "col-span-full" : ""}>
              <label className="flex min-h-11 cursor-pointer items-center gap-3">
                <input
                  type="checkbox"
                  checked={reason !== undefined}
                  onChange={(event) => toggle(path, event.target.checked)}
                  className="size-5 shrink-0 accent-accent"
                />
                <span className={`min-w-0 wrap-anywhere ${reason ? "font-semibold" : ""}`}>
                  {label}
                </span>
              </label>
              {reason ? (
                <ReasonEditor label={label} reason={reason} problems={problems} onChange={change} />
              ) : null}
            </li>
          );
        })}
      </ul>
    </fieldset>
  );
}

interface EditorProps {
  label: string;
  reason: Reason;
  problems: DraftProblems | null;
  onChange: (reason: Reason) => void;
}

function ReasonEditor({ label, reason, problems, onChange }: EditorProps) {
  const t = useText();
  const { path, code, note } = reason;
  const codeProblem = problems?.codes.get(path);
  const noteProblem = problems?.notes.get(path);
  const count = countCharacters(note);
  const known = reviewRules.reasonCodes.find((other) => other.code === code);
  return (
    <div className="mb-3 ml-8 flex flex-col gap-3">
      <SelectField
        id={`reason-${path}-code`}
        label={t("console.reasons.code", { field: label })}
        emptyLabel={t("console.reasons.choose")}
        value={code}
        options={reviewRules.reasonCodes.map((option) => ({
          value: option.code,
          label: t(`vocabulary.reasonCode.${option.code}`),
        }))}
        error={codeProblem && t(codeProblem)}
        onChange={(value) => onChange({ ...reason, code: value })}
      />
      <TextArea
        id={`reason-${path}-note`}
        label={t("console.reasons.note")}
        note={known?.needsNote ? undefined : t("console.reasons.optional")}
        rows={2}
        value={note}
        counter={t("console.reasons.counter", { count, max: reviewRules.note })}
        over={count > reviewRules.note}
        error={noteProblem && t(noteProblem, { max: reviewRules.note })}
        onChange={(value) => onChange({ ...reason, note: value })}
      />
    </div>
  );
}
