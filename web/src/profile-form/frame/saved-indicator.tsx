/** Says whether the answers and the files survive a reload, and what to do if they do not. */

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
  // While the server counts as unreachable, the banner of the app says that there is no connection.
  const isOffline = !isOnline && savedAtMs !== null && registration !== "unreachable";
  const savedAt = savedAtMs !== null && t("register.saved.at", { time: formatTime(savedAtMs) });
  return (
    <div className="text-sm text-muted">
      {/* A screen reader reads out that the device goes offline, and not each save. */}
      <p role="status">{isOffline ? t("register.saved.offline") : null}</p>
      {isOffline ? null : <p>{savedAt}</p>}
    </div>
  );
}

/** Returns whether the answers and the files survive a reload. */
export function useIsKept(): boolean {
  const { store } = useFormTools();
  const areAnswersKept = useFormState((state) => state.isSaved);
  // The store may have room for answers and none for pictures.
  const areFilesKept = useFormState(() => store.files?.isDurable ?? true);
  return areAnswersKept && areFilesKept;
}
