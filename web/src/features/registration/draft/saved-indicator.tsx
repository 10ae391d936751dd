/** Says whether the answers and the files survive a reload, and what to do if they do not. */
import { Banner } from "../../../ui/banner";
import { useFormState, useFormTools } from "../form/form-context";
import { formatTime } from "../form/formats";

export function SavedIndicator() {
  const { t, store } = useFormTools();
  const isSaving = useFormState((state) => state.isSaving);
  const savedAtMs = useFormState((state) => state.savedAtMs);
  const areAnswersKept = useFormState((state) => state.isSaved);
  // The store may have room for answers and none for pictures.
  const areFilesKept = useFormState(() => store.files.isDurable);
  if (!areAnswersKept || !areFilesKept)
    return <Banner title={t("register.saved.memory")}>{t("register.saved.advice")}</Banner>;
  if (isSaving) return <Line text={t("register.saved.saving")} />;
  if (savedAtMs === null) return null;
  return <Line text={t("register.saved.at", { time: formatTime(savedAtMs) })} />;
}

/** Visible at any time. It is no status, which a screen reader would read at every pause in typing. */
function Line({ text }: { text: string }) {
  return <p className="m-0 text-sm text-muted">{text}</p>;
}
