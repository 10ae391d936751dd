/** The failure of a block or a report, at the end of its dialog. */
import { useEffect, useRef } from "react";
import { useText } from "../../i18n/use-text";
import { Banner } from "../../ui/banner";

interface Props {
  /** Null without a failure. */
  code: string | null;
  kind: "block" | "report";
}

export function SafetyFailure({ code, kind }: Props) {
  const t = useText();
  const end = useRef<HTMLDivElement>(null);
  // On a phone the end of the dialog is out of view.
  useEffect(() => {
    if (code !== null) end.current?.scrollIntoView?.({ block: "end" });
  }, [code]);
  return (
    <div ref={end} role="alert" className="*:mt-4">
      {code === null ? null : (
        <Banner
          isSilent
          tone="danger"
          title={code === "E003" ? t("member.safety.gone") : t(`failure.${code}`)}
        >
          {adviceFor(t, code, kind)}
        </Banner>
      )}
    </div>
  );
}

function adviceFor(t: ReturnType<typeof useText>, code: string, kind: Props["kind"]): string {
  if (code === "E003") return t("member.safety.gone.text");
  if (code === "E005" && kind === "report") return t("member.report.tooMany");
  return t(`member.${kind}.failed`);
}
