/** The employer: a button with the answer on it, which opens the list. */
import { useEffect, useState } from "react";
import { preloadLogos } from "../../../logos/preload";
import { boxClass, describedBy, FieldFrame } from "../../../ui/fields/field-frame";
import { Icon } from "../../../ui/icon";
import { EmployerDialog, notListed } from "./employer-dialog";
import { EmployerLogo, logosOf } from "./employer-mark";
import { useField } from "./use-field";

/** Optional, unless the proof is a mailbox at the employer. */
export function EmployerInput({ isRequired }: { isRequired: boolean }) {
  const field = useField({ name: "employerId", hint: !isRequired, isAsked: isRequired });
  const { texts, value, tools } = field;
  const { t, core, store } = tools;
  const [isOpen, setOpen] = useState(false);
  const employers = core.employers();
  const employer = employers.find(({ id }) => id === value);

  // At idle and not when the list opens, so that the logos are there without a network too.
  useEffect(() => void preloadLogos(logosOf(employers)), [employers]);

  const close = (id?: string) => {
    setOpen(false);
    if (id === undefined) return;
    field.put(id);
    store.saveNow();
  };
  return (
    <FieldFrame {...texts}>
      <button
        id={texts.id}
        type="button"
        aria-haspopup="dialog"
        aria-labelledby={`${texts.id}-label ${texts.id}-value`}
        aria-describedby={describedBy(texts)}
        className={`${boxClass(texts.error)} flex min-h-14 cursor-pointer items-center gap-3 text-left`}
        onClick={() => setOpen(true)}
      >
        {employer ? <EmployerLogo employer={employer} /> : null}
        <span id={`${texts.id}-value`} className="min-w-0 grow wrap-anywhere">
          {employer ? (
            <>
              <span className="block font-semibold">{employer.name}</span>
              <span className="block text-sm text-muted">
                {employer.domains.join(t("register.listSeparator"))}
              </span>
            </>
          ) : (
            <span className="text-muted">
              {t(value === notListed ? "register.employer.notListed" : "register.choose")}
            </span>
          )}
        </span>
        <Icon name="chevron-right" className="size-4 stroke-3 text-muted" />
      </button>
      {isOpen ? (
        <EmployerDialog
          employers={employers}
          value={typeof value === "string" ? value : null}
          onClose={close}
        />
      ) : null}
    </FieldFrame>
  );
}
