/** Says that core (the WebAssembly module) or the answers of a form did not load. A button tries again. */
import { useText } from "#/i18n/use-text";
import { Banner } from "#/ui/banner";
import { Button } from "#/ui/button";

export function LoadFailed({ onRetry }: { onRetry: () => void }) {
  const t = useText();
  return (
    <Banner
      tone="danger"
      title={t("register.loadFailed")}
      action={
        <Button variant="secondary" onClick={onRetry}>
          {t("register.retry")}
        </Button>
      }
    />
  );
}
