/** The outcomes of LINE's flows in words. */
import type { TextValues } from "#/i18n/use-text";
import type { FlowOutcome } from "#/liff/flows/outcome";
import type { SubWindowEnd } from "#/liff/flows/sub-window";
import { type LineError, lineErrorTexts } from "#/liff/line-error";

type Say = (id: string, values?: TextValues) => string;

export function outcomeText(t: Say, outcome: FlowOutcome<unknown>): string {
  switch (outcome.kind) {
    case "done":
      return withValue(t("dev.outcome.done"), outcome.value);
    case "cancelled":
      return t("dev.outcome.cancelled");
    case "refused": {
      const rule = t(`dev.rule.${outcome.rule}`);
      const { index } = outcome;
      return index === null
        ? t("dev.outcome.refused", { rule })
        : t("dev.outcome.refusedAt", { rule, number: index + 1 });
    }
    case "failed":
      return errorText(t, outcome.error);
  }
}

export function endText(t: Say, end: SubWindowEnd): string {
  if (end.kind === "failed") return errorText(t, end.error);
  const said = t(`dev.end.${end.kind}`);
  return "message" in end ? withValue(said, end.message) : said;
}

/** The text includes LINE's own error code, because LINE's support asks for the code. */
function errorText(t: Say, { code, platformCode }: LineError): string {
  const { what, advice } = lineErrorTexts(code);
  return t("dev.outcome.failed", { code: platformCode ?? "–", what: t(what), advice: t(advice) });
}

function withValue(said: string, value: unknown): string {
  return value === null || value === undefined ? said : `${said} ${JSON.stringify(value)}`;
}
