/** Shows a message with a retry button while the next page takes too long to load. */
import { text } from "#/i18n/use-text";
import { revalidate, subscribeNavigation, waitForPage } from "#/navigation/navigation";
import { addToast, closeToastOf } from "#/toasts/toasts";

const key = "late-page";

export function tellLatePages(): () => void {
  let isTold = false;
  const tell = () => {
    const isLate = waitForPage() === "late";
    if (isLate === isTold) return;
    isTold = isLate;
    if (!isLate) return closeToastOf(key);
    addToast(() => text("shell.late"), {
      key,
      durationMs: Number.POSITIVE_INFINITY,
      action: { label: () => text("shell.retry"), onClick: () => void revalidate() },
    });
  };
  const stop = subscribeNavigation(tell);
  return () => {
    stop();
    closeToastOf(key);
  };
}
