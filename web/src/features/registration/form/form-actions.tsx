/** The way back and the way on, at the lower end of each page. */
import { Button } from "../../../ui/button";
import { useFormTools } from "./form-context";

interface FormActionsProps {
  /** The form the way on belongs to: it stands outside of it. */
  formId: string;
  isBusy: boolean;
  /** What the way on is called. */
  words: string;
  /** Null on the first page. */
  onBack: (() => void) | null;
}

export function FormActions({ formId, isBusy, words, onBack }: FormActionsProps) {
  const { t } = useFormTools();
  return (
    <div className="flex gap-3">
      {onBack ? (
        <Button variant="secondary" disabled={isBusy} onClick={onBack}>
          {t("register.back")}
        </Button>
      ) : null}
      <Button type="submit" form={formId} isBusy={isBusy} className="grow">
        {words}
      </Button>
    </div>
  );
}
