/**
 * The field for the employer that the evidence names: an employer of the catalogue, or a name typed by the reviewer.
 */
import { useState } from "react";
import { employerText, findEmployers } from "#/console/employers";
import { reviewRules } from "#/core/review-rules";
import { useText } from "#/i18n/use-text";
import { countCharacters } from "#/lib/characters";
import { TextField } from "#/ui/fields/text-field";

interface NamedEmployer {
  employerId: string;
  employerName: string;
}

interface Props {
  value: NamedEmployer;
  error: string | undefined;
  onChange: (value: NamedEmployer) => void;
}

export function EmployerField({ value, error, onChange }: Props) {
  const t = useText();
  const { employerId, employerName } = value;
  const [typed, setTyped] = useState(employerText(employerId, employerName));
  const matches = findEmployers(typed);
  const unlisted = typed.trim();
  const search = (text: string) => {
    setTyped(text);
    // Only an exact name selects an employer, because the beginning of a name may fit several employers.
    const exact = findEmployers(text).find(
      ({ name }) => name.toLowerCase() === text.trim().toLowerCase(),
    );
    onChange({ employerId: exact?.id ?? "", employerName: "" });
  };
  const isUnlisted = employerId === "" && employerName !== "";
  return (
    <div className="flex flex-col gap-2">
      <TextField
        id="employer"
        label={t("console.employer.label")}
        hint={t("console.employer.hint")}
        value={typed}
        error={error}
        counter={
          isUnlisted
            ? t("console.reasons.counter", {
                count: countCharacters(typed),
                max: reviewRules.unlistedEmployer,
              })
            : undefined
        }
        over={countCharacters(typed) > reviewRules.unlistedEmployer}
        onChange={search}
      />
      {unlisted === "" ? null : (
        <fieldset className="m-0 min-w-0 border-0 p-0">
          <legend className="sr-only">{t("console.employer.matches")}</legend>
          {matches.map(({ id, name, domains }) => (
            <Choice
              key={id}
              isChosen={employerId === id}
              onChoose={() => {
                setTyped(name);
                onChange({ employerId: id, employerName: "" });
              }}
            >
              <strong>{name}</strong>
              <span className="block text-sm text-muted wrap-anywhere">
                {domains.join(t("console.listSeparator"))}
              </span>
            </Choice>
          ))}
          <Choice
            isChosen={isUnlisted}
            onChoose={() => onChange({ employerId: "", employerName: unlisted })}
          >
            {t("console.employer.unlisted", { name: unlisted })}
          </Choice>
        </fieldset>
      )}
    </div>
  );
}

interface ChoiceProps {
  isChosen: boolean;
  onChoose: () => void;
  children: React.ReactNode;
}

function Choice({ isChosen, onChoose, children }: ChoiceProps) {
  return (
    <label className="flex min-h-11 cursor-pointer items-start gap-3 rounded-md px-2 py-1.5 hover:bg-sunken">
      <input
        type="radio"
        name="employer-choice"
        checked={isChosen}
        onChange={onChoose}
        className="mt-1 size-5 shrink-0 accent-accent"
      />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </label>
  );
}
