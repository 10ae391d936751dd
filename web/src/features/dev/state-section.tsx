/** The person, the results of the start-up, and the facts that LINE gives about the device. */
import { useEffect, useState } from "react";
import { useText } from "#/i18n/use-text";
import { findConfig } from "#/lib/config";
import type { Line } from "#/liff/flows/load";
import { lineErrorOf, lineErrorTexts } from "#/liff/line-error";
import { useStage } from "#/person/stage";
import { isLoggedIn, useSession } from "#/session/session";
import { Banner } from "#/ui/banner";
import { Card } from "#/ui/card";
import { FactList } from "./fact-list";

export function StateSection({ line }: { line: Line | null }) {
  const t = useText();
  const stage = useStage();
  const session = useSession();
  const granted = useGranted(line, stage.isInitialised);
  const facts = line?.readFacts();
  return (
    <Card title={t("dev.state")}>
      <StartFailure />
      <FactList
        facts={[
          ["userId", stage.userId],
          ["isInitialised", stage.isInitialised],
          ["isFriend", stage.isFriend],
          ["isLoggedIn", isLoggedIn(session)],
          ["registration", session.registration],
          ["reviewStatus", session.userInfo?.reviewStatus ?? null],
          ["mockEnable", findConfig()?.mockEnable ?? null],
          ["liff.isInClient", facts?.isInClient ?? null],
          ["liff.isSubWindow", facts?.isSubWindow ?? null],
          ["liff.os", facts?.os ?? null],
          ["liff.appLanguage", facts?.language ?? null],
          ["liff.lineVersion", facts?.lineVersion ?? null],
          ["liff.grantedScopes", granted],
        ]}
      />
      <details>
        <summary className="min-h-11 cursor-pointer content-center font-semibold">
          {t("dev.context")}
        </summary>
        <pre className="rounded-md bg-sunken p-3 font-mono text-sm whitespace-pre-wrap wrap-anywhere">
          {facts?.context ? JSON.stringify(facts.context, null, 2) : "–"}
        </pre>
      </details>
    </Card>
  );
}

function StartFailure() {
  const t = useText();
  const { failure } = useStage();
  if (!failure) return null;
  const { code, platformCode } = lineErrorOf(failure.error);
  return (
    <Banner tone="danger" title={t("dev.startFailed", { step: failure.step })}>
      {platformCode ? `${platformCode}: ${t(lineErrorTexts(code).what)}` : String(failure.error)}
    </Banner>
  );
}

/** Asks LINE once for the granted scopes. Returns null before the answer, and an error code if the call failed. */
function useGranted(line: Line | null, isInitialised: boolean): string | null {
  const [granted, setGranted] = useState<string | null>(null);
  useEffect(() => {
    if (!line || !isInitialised) return;
    void line.flows.listGrantedPermissions().then((outcome) => {
      if (outcome.kind === "done") setGranted(outcome.value.join(" "));
      else if (outcome.kind === "failed") setGranted(outcome.error.code);
    });
  }, [line, isInitialised]);
  return granted;
}
