/** For people who are too young: from when on, what becomes of what they typed, and a way to mend a slip. */
import { useState } from "react";
import { askToConfirm } from "../../../overlays/open-dialog";
import { Button } from "../../../ui/button";
import { Page } from "../../../ui/page";
import { useFormTools } from "../form/form-context";
import { formatDate } from "../form/formats";
import { useWayBack } from "./use-way-back";

interface UnderAgePageProps {
  /** From this age on. */
  minAge: number;
  birthday: string;
  onCorrect: () => void;
  /** Forgets everything that was typed or picked. */
  onForget: () => void;
}

export function UnderAgePage({ minAge, birthday, onCorrect, onForget }: UnderAgePageProps) {
  const { t } = useFormTools();
  const [isForgotten, setForgotten] = useState(false);
  // There is nothing left to correct: one more step back leads away.
  const goBack = useWayBack(() => (isForgotten ? window.history.back() : onCorrect()));
  const forget = async () => {
    const isSure = await askToConfirm({
      title: t("register.underAge.forgetTitle"),
      text: t("register.underAge.forgetText"),
      confirmLabel: t("register.underAge.forget"),
      isDanger: true,
    });
    if (!isSure) return;
    onForget();
    setForgotten(true);
  };
  if (isForgotten) {
    return (
      <Page key="forgotten" title={t("register.underAge.forgotten")}>
        <p>{t("register.underAge.later", { min: minAge })}</p>
      </Page>
    );
  }
  return (
    <Page
      title={t("register.underAge.title", { min: minAge })}
      actions={<Button onClick={goBack}>{t("register.underAge.correct")}</Button>}
    >
      <p>{t("register.underAge.entered", { date: formatDate(birthday) })}</p>
      <p>{t("register.underAge.later", { min: minAge })}</p>
      <p>{t("register.underAge.kept")}</p>
      <Button variant="secondary" className="self-start" onClick={() => void forget()}>
        {t("register.underAge.forget")}
      </Button>
    </Page>
  );
}
