/** Pauses the introductions, until a day or until the member resumes them. */
import { useEffect, useRef, useState } from "react";
import type { PrivacyChoices } from "#/api/privacy";
import { today, useLists } from "#/core/use-core";
import { useText } from "#/i18n/use-text";
import { formatDay } from "#/member/moments";
import { Button } from "#/ui/button";
import { Card, toneClasses } from "#/ui/card";
import { ChoiceField } from "#/ui/fields/choice-field";
import { DayField } from "#/ui/fields/day-field";
import { ChoiceResult } from "./choice";
import type { ChoiceSaver } from "./choice-saver";

const forever = "FOREVER";

interface Props {
  pausedUntil: string | null;
  saver: ChoiceSaver<PrivacyChoices>;
}

export function PauseCard({ pausedUntil, saver }: Props) {
  const t = useText();
  const text = useRef<HTMLDivElement>(null);
  const isPaused = pausedUntil !== null;
  const wasPaused = useRef(isPaused);
  const setPause = (end: string | null) => saver.change({ pausedUntil: end });
  useEffect(() => {
    if (wasPaused.current === isPaused) return;
    wasPaused.current = isPaused;
    // The tapped button has been replaced, so move the focus to this text.
    text.current?.focus({ preventScroll: true });
  }, [isPaused]);
  return (
    <Card title={t("settings.pause.title")}>
      {/* This wrapper avoids a gap in the card while there is no result. */}
      <div className="flex flex-col">
        <div ref={text} tabIndex={-1} className="outline-none">
          {isPaused ? (
            <PausedBox until={pausedUntil} />
          ) : (
            <p className="text-muted">{t("settings.pause.text")}</p>
          )}
        </div>
        <ChoiceResult saver={saver} name="pausedUntil" />
      </div>
      {isPaused ? (
        <Button onClick={() => setPause(null)}>{t("settings.pause.resume")}</Button>
      ) : (
        <PauseForm onPause={setPause} />
      )}
    </Card>
  );
}

function PausedBox({ until }: { until: string }) {
  const t = useText();
  return (
    <div className={`rounded-md px-4 py-3 hyphens-auto wrap-break-word ${toneClasses.accent}`}>
      <p className="font-semibold">
        {until === forever
          ? t("settings.pause.forever")
          : t("settings.pause.until", { day: formatDay(dayOf(until)) })}
      </p>
      <p>{t("settings.pause.meaning")}</p>
    </div>
  );
}

function PauseForm({ onPause }: { onPause: (end: string) => void }) {
  const t = useText();
  const [kind, setKind] = useState<"open" | "day">("open");
  const [day, setDay] = useState("");
  const [isWrong, setWrong] = useState(false);
  // These limits only guide the member. The server checks the day again, by its own calendar.
  const days = useLists()?.meetingLimits().pauseDays;
  const min = days && today(daysFromNow(days.min));
  const max = days && today(daysFromNow(days.max));
  const start = () => {
    if (kind === "open") return onPause(forever);
    const isGood = day !== "" && (!min || day >= min) && (!max || day <= max);
    setWrong(!isGood);
    if (isGood) onPause(day);
    else document.getElementById("pause-day")?.focus();
  };
  return (
    <>
      <ChoiceField
        id="pause-kind"
        label={t("settings.pause.howLong")}
        layout="column"
        value={kind}
        options={[
          { value: "open", label: t("settings.pause.open") },
          { value: "day", label: t("settings.pause.day") },
        ]}
        onChange={(value) => setKind(value === "day" ? "day" : "open")}
      />
      {kind === "day" ? (
        <DayField
          id="pause-day"
          label={t("settings.pause.end")}
          error={isWrong ? t("settings.pause.wrongDay") : undefined}
          value={day}
          min={min}
          max={max}
          onChange={(value) => {
            setDay(value);
            setWrong(false);
          }}
        />
      ) : null}
      <Button variant="secondary" onClick={start}>
        {t("settings.pause.start")}
      </Button>
    </>
  );
}

function daysFromNow(days: number): Date {
  const day = new Date();
  day.setDate(day.getDate() + days);
  return day;
}

const dayOf = (text: string) => new Date(`${text}T00:00:00`);
