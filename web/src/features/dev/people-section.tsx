/** A button that invents people around the mock's user, and a button that moves the server's clock to the next day. */
import { useState } from "react";
import { failureCode } from "#/api/error";
import { type MadePeople, makePeople, moveToNextSet } from "#/api/mock-people";
import { currentLanguage, useText } from "#/i18n/use-text";
import { findConfig } from "#/lib/config";
import { paths } from "#/lib/paths";
import { useAct } from "#/lib/use-act";
import { useStage } from "#/person/stage";
import { Banner } from "#/ui/banner";
import { Button, buttonClass } from "#/ui/button";
import { Card } from "#/ui/card";

const peopleAtOnce = 50;

export function PeopleSection() {
  return findConfig()?.mockEnable ? <People /> : null;
}

function People() {
  const t = useText();
  const { userId } = useStage();
  return (
    <Card title={t("dev.people.title")}>
      <p>{t("dev.people.what")}</p>
      {userId ? (
        <MakePeople userId={userId} />
      ) : (
        <p className="text-muted">{t("dev.people.noUser")}</p>
      )}
      <NextDay />
    </Card>
  );
}

type Outcome =
  | { kind: "made"; made: MadePeople }
  | { kind: "notRegistered" | "notApproved" | "failed" };

function MakePeople({ userId }: { userId: string }) {
  const t = useText();
  const { isBusy, run } = useAct();
  const [outcome, setOutcome] = useState<Outcome | null>(null);

  async function make() {
    setOutcome(null);
    const making = makePeople(userId, peopleAtOnce, currentLanguage());
    setOutcome(await making.then((made) => ({ kind: "made", made }) as const, outcomeOf));
  }

  return (
    <>
      <Button isBusy={isBusy} onClick={() => void run(make)}>
        {t(isBusy ? "dev.people.making" : "dev.people.make", { count: peopleAtOnce })}
      </Button>
      {outcome ? <OutcomeBanner outcome={outcome} /> : null}
    </>
  );
}

function OutcomeBanner({ outcome }: { outcome: Outcome }) {
  const t = useText();
  // A plain link reloads the app, which then asks the server again whether the person is approved.
  const toStart = (
    <a href={paths.index} className={`${buttonClass("ghost")} -ml-2`}>
      {t("shell.toStart")}
    </a>
  );
  switch (outcome.kind) {
    case "made": {
      const { people, approved } = outcome.made;
      return (
        <Banner action={toStart}>
          <p>{t("dev.people.made", { count: people })}</p>
          {approved ? <p>{t("dev.people.approved")}</p> : null}
        </Banner>
      );
    }
    case "notRegistered":
      return <Banner action={toStart}>{t("dev.people.notRegistered")}</Banner>;
    case "notApproved":
      return <Banner action={toStart}>{t("dev.people.notApproved")}</Banner>;
    case "failed":
      return <Banner tone="danger">{t("dev.people.failed")}</Banner>;
  }
}

function outcomeOf(error: unknown): Outcome {
  const code = failureCode(error);
  if (code === "E003") return { kind: "notRegistered" };
  return { kind: code === "E008" ? "notApproved" : "failed" };
}

function NextDay() {
  const t = useText();
  const { isBusy, run } = useAct();
  const [said, setSaid] = useState("");

  async function move() {
    const now = await moveToNextSet().catch(() => null);
    const time = now === null ? null : new Date(now).toLocaleString(currentLanguage());
    setSaid(time === null ? t("dev.clock.failed") : t("dev.clock.moved", { time }));
  }

  return (
    <>
      <p>{t("dev.clock.what")}</p>
      <Button variant="secondary" isBusy={isBusy} onClick={() => void run(move)}>
        {t("dev.clock.nextDay")}
      </Button>
      <output>{said}</output>
    </>
  );
}
