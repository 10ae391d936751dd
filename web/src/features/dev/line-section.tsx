/** LINE's own flows, each with a form that tries it. */
import { useMemo } from "react";
import { useText } from "#/i18n/use-text";
import { findConfig } from "#/lib/config";
import { useAsked } from "#/lib/use-asked";
import { type Line, loadLine } from "#/liff/flows/load";
import { Banner } from "#/ui/banner";
import { Spinner } from "#/ui/button";
import { Card } from "#/ui/card";
import { FlowForm } from "./flow-form";
import { flowSpecs } from "./flow-specs";
import { endText } from "./outcome-text";

interface LineState {
  line: Line | null;
  hasFailed: boolean;
}

/** Loads LINE's flows with the page. If they were loaded after the tap, the browser would let them open no window. */
export function useLine(): LineState {
  const { answer: line, error } = useAsked(loadLine);
  return { line, hasFailed: error !== null };
}

export function LineSection({ line, hasFailed }: LineState) {
  const t = useText();
  return (
    <Card isFolded title={t("dev.line")}>
      {hasFailed ? <Banner tone="danger">{t("dev.notLoaded")}</Banner> : null}
      {line ? <Flows line={line} /> : null}
      {line || hasFailed ? null : <Spinner label={t("dev.loading")} />}
    </Card>
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
