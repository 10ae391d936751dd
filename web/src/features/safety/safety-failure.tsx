/** Says why a report failed and what the member can do, at the end of the report's dialog. */
import { type failureCode, mayPass } from "#/api/error";
import { useText } from "#/i18n/use-text";
import { endIntoView } from "#/lib/end-into-view";
import { Banner } from "#/ui/banner";

type Code = ReturnType<typeof failureCode>;

interface Props {
  code: Code | null;
}

export function SafetyFailure({ code }: Props) {
  const t = useText();
  return (
    <div role="alert" className="*:mt-4">
      {code === null ? null : (
        <div ref={endIntoView}>
          <Banner
            isSilent
            tone="danger"
            title={code === "E003" ? t("member.safety.gone") : t(`failure.${code}`)}
          >
            {adviceFor(t, code)}
          </Banner>
        </div>
      )}
    </div>
  );
}

function adviceFor(t: ReturnType<typeof useText>, code: Code): string {
  if (code === "E003") return t("member.safety.gone.text");
  if (code === "E005") return t("member.report.tooMany");
  return t(mayPass(code) ? "member.report.failed" : "member.report.refused");
}
