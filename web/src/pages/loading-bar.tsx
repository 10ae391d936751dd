/** A thin bar above the page while the next page loads. */
import { useText } from "#/i18n/use-text";

export function LoadingBar() {
  const t = useText();
  return (
    <div role="status" className="fixed inset-x-0 top-0 z-50 animate-appear">
      <div className="h-1 animate-pulse bg-accent" />
      <span className="sr-only">{t("shell.loading")}</span>
    </div>
  );
}
