/** The page for a person who is too young. The person can correct the birthday or delete all answers. */
import { useEffect, useEffectEvent, useState } from "react";
import { flushSync } from "react-dom";
import { pushScreen } from "#/navigation/navigation";
import { askToConfirm } from "#/overlays/open-dialog";
import { useFormTools } from "#/profile-form/answers/form-context";
import { formatDate } from "#/profile-form/answers/formats";
import { Button } from "#/ui/button";
import { Page } from "#/ui/page";

interface UnderAgePageProps {
  minAge: number;
  birthday: string;
  onCorrect: () => void;
  onDelete: () => void;
}

export function UnderAgePage({ minAge, birthday, onCorrect, onDelete }: UnderAgePageProps) {
  const { t } = useFormTools();
  const [isDeleted, setDeleted] = useState(false);
  // After the deletion there is nothing to correct, so Back leaves the form.
  const goBack = useBrowserBack(() => (isDeleted ? window.history.back() : onCorrect()));
  const deleteAll = async () => {
    const isSure = await askToConfirm({
      title: t("register.underAge.forgetTitle"),
      text: t("register.underAge.forgetText"),
      confirmLabel: t("register.underAge.forget"),
      isDanger: true,
    });
    if (!isSure) return;
    onDelete();
    setDeleted(true);
  };
  if (isDeleted) {
    return (
      <Page key="deleted" title={t("register.underAge.forgotten")}>
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
      <Button variant="secondary" className="self-start" onClick={() => void deleteAll()}>
        {t("register.underAge.forget")}
      </Button>
    </Page>
  );
}

/**
 * Makes the browser's Back call `onBack` on this screen, which has no address of its own. Returns a
 * function with the same effect, for a button.
 */
function useBrowserBack(onBack: () => void): () => void {
  const leaveScreen = useEffectEvent(onBack);
  useEffect(() => {
    pushScreen();
    // Render synchronously, because `onBack` moves the focus to a field that React has to render first.
    const leave = () => flushSync(() => leaveScreen());
    window.addEventListener("popstate", leave);
    return () => window.removeEventListener("popstate", leave);
  }, []);
  return goBack;
}

function goBack(): void {
  window.history.back();
}
