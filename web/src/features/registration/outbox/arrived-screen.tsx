/** The profile stands: says so for a moment, then leads to it. */
import { useEffect, useState } from "react";
import { useText } from "../../../i18n/use-text";
import { Banner } from "../../../ui/banner";
import { Button } from "../../../ui/button";
import { Icon } from "../../../ui/icon";
import { Page } from "../../../ui/page";
import type { Arrival } from "./outbox-states";

interface ArrivedScreenProps {
  arrival: Arrival;
  /** Goes to the profile; false where that is out of reach. */
  onArrived: () => Promise<boolean>;
}

/** Long enough to be read, short enough not to be waited for. */
const shownMs = 1_600;

export function ArrivedScreen({ arrival, onArrived }: ArrivedScreenProps) {
  const t = useText();
  const [isLeaving, setLeaving] = useState(false);
  const [isStranded, setStranded] = useState(false);
  const leave = async () => {
    setLeaving(true);
    const isGone = await onArrived();
    setStranded(!isGone);
    if (!isGone) setLeaving(false);
  };

  useEffect(() => {
    // What is news has to be read before it goes.
    if (arrival !== "sent") return;
    const timer = setTimeout(() => void leave(), shownMs);
    return () => clearTimeout(timer);
  }, [arrival]);

  return (
    <Page
      title={t(`register.arrived.${arrival}`)}
      actions={
        arrival !== "sent" || isStranded ? (
          <Button isBusy={isLeaving} onClick={() => void leave()}>
            {t("register.arrived.toProfile")}
          </Button>
        ) : null
      }
    >
      <Icon
        name="circle-check"
        className="mx-auto size-24 stroke-[1.5] text-ok transition duration-500 starting:scale-50 starting:opacity-0"
      />
      <p role="status" className="text-lg">
        {t(`register.arrived.${arrival}Text`)}
      </p>
      {isStranded ? <Banner>{t("register.arrived.offline")}</Banner> : null}
    </Page>
  );
}
