/** Says when the answers were saved, or what to do if answers or files would not survive a reload. */

import { useIsOnline } from "#/lib/online";
import { useFormState, useFormTools } from "#/profile-form/answers/form-context";
import { formatTime } from "#/profile-form/answers/formats";
import { useSession } from "#/session/session";
import { Banner } from "#/ui/banner";

export function SavedIndicator() {
  const { t } = useFormTools();
  const savedAtMs = useFormState((state) => state.savedAtMs);
  const isKept = useIsKept();
  const isOnline = useIsOnline();
  const { registration } = useSession();
  if (!isKept)
    return <Banner title={t("register.saved.memory")}>{t("register.saved.advice")}</Banner>;
  // Show no offline message if the server is unreachable, because the app's banner already reports it.
  const isOffline = !isOnline && savedAtMs !== null && registration !== "unreachable";
  const savedAt = savedAtMs !== null && t("register.saved.at", { time: formatTime(savedAtMs) });
  return (
    <div className="text-sm text-muted">
      {/* Only the offline message is a live region, because a screen reader must not read out each save. */}
      <p role="status">{isOffline ? t("register.saved.offline") : null}</p>
      {isOffline ? null : <p>{savedAt}</p>}
    </div>
  );
}

export function useIsKept(): boolean {
  const { store } = useFormTools();
  const areAnswersKept = useFormState((state) => state.isSaved);
  // Check the files separately, because the browser may have room for the answers but none for the pictures.
  const areFilesKept = useFormState(() => store.files?.isDurable ?? true);
  return areAnswersKept && areFilesKept;
}
