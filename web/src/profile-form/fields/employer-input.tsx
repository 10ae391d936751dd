/** The input for the employer: a button that shows the chosen employer and opens the list of employers. */
import { useEffect } from "react";
import type { LogoName } from "#/logos/logo";
import { preloadLogos } from "#/logos/preload";
import { openDialog } from "#/overlays/open-dialog";
import { asksField } from "#/profile-form/answers/page-table";
import { boxClass, describedBy, FieldFrame } from "#/ui/fields/field-frame";
import { Icon } from "#/ui/icon";
import { EmployerDialog, EmployerLogo, notListed } from "./employer-dialog";
import { useField } from "./inputs";

/** The caller sets `isRequired` if the person verifies with a work mailbox. The field is optional otherwise. */
export function EmployerInput({ isRequired }: { isRequired: boolean }) {
  const field = useField({ name: "employerId", hint: !isRequired, isRequired });
  const { texts, value, tools } = field;
  const { t, core, store } = tools;
  const employers = core.employers();
  const employer = employers.find(({ id }) => id === value);

  // Load the logos before the person opens the list, so that the list has logos offline too.
  useEffect(() => {
    const logos = employers.flatMap(({ icon }) => (icon ? [icon as LogoName] : []));
    void preloadLogos(logos);
  }, [employers]);

  const open = async () => {
    const id = await openDialog(async () => EmployerDialog, {
      employers,
      value: typeof value === "string" ? value : null,
    });
    if (id === undefined) return;
    field.onChange(id);
    // Clear the method of verification, because the server confirms only mailboxes of listed employers.
    if (id === notListed && isRequired && asksField(store.scope, "verifyMethod")) {
      store.setField("verifyMethod", null);
    }
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
        onClick={() => void open()}
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
    </FieldFrame>
  );
}
