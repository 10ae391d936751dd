/** The app's parts outside any page, to be tried by hand. */
import { useText } from "../../i18n/use-text";
import { Section } from "../../ui/section";
import { DrawnPlayground } from "./drawn-playground";
import { OverlayPlayground } from "./overlay-playground";
import { ToastPlayground } from "./toast-playground";

export function PlaygroundSection() {
  const t = useText();
  return (
    <Section title={t("dev.playground")}>
      <ToastPlayground />
      <OverlayPlayground />
      <DrawnPlayground />
    </Section>
  );
}
