/** Asks for the reason of a report and the member's own words, and sends both to the reviewers. */
import { useState } from "react";
import { failureCode } from "#/api/error";
import { showUnseenFailure } from "#/api/failure-toasts";
import { type Acquaintance, type ReportCategory, reportPerson } from "#/api/safety";
import { useLists } from "#/core/use-core";
import { useText } from "#/i18n/use-text";
import { countCharacters } from "#/lib/characters";
import { useAct } from "#/lib/use-act";
import type { OverlayProps } from "#/overlays/overlays";
import { asMember } from "#/person/identify-member";
import { Button } from "#/ui/button";
import { Dialog } from "#/ui/dialog";
import { ChoiceField } from "#/ui/fields/choice-field";
import { TextArea } from "#/ui/fields/text-area";
import { SafetyFailure } from "./safety-failure";

interface Props extends OverlayProps<boolean> {
  acquaintance: Acquaintance;
  nickname: string;
  /** Called once the server has the report. The caller removes the person from the member's lists. */
  onSent: () => void;
}

const categories = [
  "PHOTO",
  "FALSE_FACTS",
  "HARASSMENT",
  "SALES_OR_SCAM",
  "UNDER_AGE",
  "OTHER",
] as const satisfies readonly ReportCategory[];

/** The unsent reports, by reported person. A tap beside the dialog closes it and must not lose what was entered. */
const begun = new Map<string, { category: ReportCategory | null; note: string }>();

const formId = "report-form";
const ids = { category: "report-category", note: "report-note" };

export function ReportDialog({ isOpen, close, acquaintance, nickname, onSent }: Props) {
  const t = useText();
  const { isBusy, error, run } = useAct(showUnseenFailure);
  // The note has no limit here until core's lists are loaded. The server checks the length, too.
  const longestNote = useLists()?.meetingLimits().reportNote ?? Number.POSITIVE_INFINITY;
  const person = Object.values(acquaintance).join();
  const [{ category, note }, setReport] = useState(
    () => begun.get(person) ?? { category: null, note: "" },
  );
  const change = (changed: { category: ReportCategory } | { note: string }) => {
    const report = { category, note, ...changed };
    begun.set(person, report);
    setReport(report);
  };
  const [isTried, setTried] = useState(false);
  const count = countCharacters(note);
  const isTooLong = count > longestNote;
  const isNoteMissing = category === "OTHER" && count === 0;
  const noteError = isTooLong
    ? t("member.report.note.tooLong", { max: longestNote })
    : isNoteMissing && isTried
      ? t("member.report.note.required")
      : undefined;

  const leave = () => {
    if (!isBusy) close(false);
  };
  const send = async () => {
    setTried(true);
    if (category === null) return focus(`#${ids.category} input`);
    if (isTooLong || isNoteMissing) return focus(`#${ids.note}`);
    const isSent = await run(async () => {
      await asMember(() => reportPerson(acquaintance, category, note));
      begun.delete(person);
      onSent();
    });
    if (isSent) close(true);
  };

  return (
    <Dialog
      isOpen={isOpen}
      onClose={leave}
      title={t("member.report.title", { name: nickname })}
      closeLabel={t("ui.close")}
      actions={
        <>
          <Button variant="secondary" disabled={isBusy} onClick={leave}>
            {t("ui.cancel")}
          </Button>
          <Button type="submit" form={formId} isBusy={isBusy}>
            {t("member.report.send")}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <div className="flex flex-col gap-2 text-muted">
          <p>{t("member.report.text")}</p>
          <p>{t("member.report.hidden")}</p>
        </div>
        <ChoiceField
          id={ids.category}
          label={t("member.report.category")}
          layout="column"
          error={isTried && category === null ? t("member.report.category.required") : undefined}
          value={category ?? ""}
          options={categories.map((value) => ({ value, label: t(`member.report.${value}`) }))}
          onChange={(value) => change({ category: value as ReportCategory })}
        />
        <TextArea
          id={ids.note}
          label={t("member.report.note")}
          note={category === "OTHER" ? undefined : t("member.report.optional")}
          hint={t("member.report.note.hint")}
          error={noteError}
          isErrorLive
          counter={t("member.report.counter", { count, max: longestNote })}
          over={isTooLong}
          value={note}
          onChange={(value) => change({ note: value })}
        />
      </form>
      <SafetyFailure code={error === null ? null : failureCode(error)} />
    </Dialog>
  );
}

function focus(selector: string): void {
  const control = document.querySelector<HTMLElement>(selector);
  control?.focus();
  control?.scrollIntoView?.({ block: "center" });
}
