/** Says when a page does not load, and offers another attempt, while the page before it stays on the screen. */
import { text } from "#/i18n/use-text";
import { revalidate, subscribeNavigation, waitForPage } from "#/navigation/navigation";
import { addToast, closeToastOf } from "#/toasts/toasts";

const key = "late-page";

/** Returns the function that stops this. */
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
