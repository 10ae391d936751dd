/** Says which mailbox is confirmed, and lets another take its place. */
import { Button } from "../../../ui/button";
import { Icon } from "../../../ui/icon";
import { EmployerLogo } from "../fields/employer-mark";
import { useFormTools } from "../form/form-context";
import { useWorkEmail } from "./work-email-context";
import type { StepProps } from "./work-email-input";

export function ConfirmedMailbox({ employer, onChanged }: StepProps) {
  const { t } = useFormTools();
  const { store, state } = useWorkEmail();
  const { confirmed } = state.record;
  return (
    <>
      <p
        tabIndex={-1}
        data-focus
        className="flex items-center gap-3 rounded-md border-l-4 border-ok bg-ok-soft p-4 outline-none"
      >
        <EmployerLogo employer={employer} />
        <span className="min-w-0 grow wrap-anywhere">
          <strong className="block">
            {t("register.workEmail.confirmed", { employer: employer.name })}
          </strong>
          {confirmed?.employerId === employer.id
            ? confirmed.email
            : t("register.workEmail.earlier")}
        </span>
        <Icon name="circle-check" className="size-6 text-ok" />
      </p>
      <Button
        variant="ghost"
        className="self-start"
        onClick={() => {
          store.changeAddress();
          onChanged();
        }}
      >
        {t("register.workEmail.another")}
      </Button>
    </>
  );
}
