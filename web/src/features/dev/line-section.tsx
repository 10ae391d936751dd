/** LINE's own flows, each to be tried with what one types. */
import { useMemo } from "react";
import { useText } from "../../i18n/use-text";
import { findConfig } from "../../lib/config";
import type { Line } from "../../liff/flows/load";
import { Banner } from "../../ui/banner";
import { Spinner } from "../../ui/button";
import { Section } from "../../ui/section";
import { FlowForm } from "./flow-form";
import { flowSpecs } from "./flow-specs";
import { endText } from "./outcome-text";
import type { LineState } from "./use-line";

export function LineSection({ line, hasFailed }: LineState) {
  const t = useText();
  return (
    <Section title={t("dev.line")}>
      {hasFailed ? <Banner tone="danger">{t("dev.notLoaded")}</Banner> : null}
      {line ? <Flows line={line} /> : null}
      {line || hasFailed ? null : <Spinner label={t("dev.loading")} />}
    </Section>
  );
}

function Flows({ line }: { line: Line }) {
  const t = useText();
  const specs = useMemo(
    () =>
      flowSpecs({
        flows: line.flows,
        say: (end) => endText(t, end),
        liffUrl: `https://liff.line.me/${findConfig()?.liffId ?? ""}`,
        endpointUrl: endpointOf(line) ?? window.location.origin,
      }),
    [line, t],
  );
  return specs.map((spec) => <FlowForm key={spec.name} spec={spec} />);
}

function endpointOf({ readFacts }: Line): string | null {
  const { context } = readFacts();
  const isKnown = context !== null && "endpointUrl" in context;
  return isKnown && typeof context.endpointUrl === "string" ? context.endpointUrl : null;
}
