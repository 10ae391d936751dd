/** The screens before the form: facts for a newcomer, and the choice between a draft and a new start. */

import { useLayoutEffect } from "react";
import { identityFields } from "#/features/registration/clear-answers";
import { useText } from "#/i18n/use-text";
import { findConfig } from "#/lib/config";
import { askToConfirm } from "#/overlays/open-dialog";
import type { AnswersStore, AnswersWithFiles } from "#/profile-form/answers/answers-store";
import { errorsOn } from "#/profile-form/answers/form-errors";
import { formatMoment } from "#/profile-form/answers/formats";
import { lastPage, type PageId, pageTable } from "#/profile-form/answers/page-table";
import { listFiles } from "#/profile-form/files/photo-list";
import { Button } from "#/ui/button";
import { Icon } from "#/ui/icon";
import { Page } from "#/ui/page";
import { Progress } from "#/ui/progress";

const facts = [
  { id: "needed", icon: "camera" },
  { id: "seen", icon: "eye" },
  { id: "kept", icon: "smartphone" },
] as const;

/** Tells a newcomer about the form, after the consent and before the first question. */
export function FactsScreen({ onBegin }: { onBegin: () => void }) {
  const t = useText();
  const list = t("vocabulary.shownToOthers");
  // The address stays the same, so the screen would open as far down as the first screen was scrolled.
  useLayoutEffect(() => {
    window.scrollTo(0, 0);
  }, []);
  return (
    <Page
      title={t("register.welcome.title")}
      actions={<Button onClick={onBegin}>{t("register.welcome.begin")}</Button>}
    >
      <p className="text-lg">{t("register.welcome.intro")}</p>
      {facts.map(({ id, icon }) => (
        <section key={id} aria-labelledby={`fact-${id}`} className="flex gap-3">
          <Icon name={icon} className="mt-0.5 size-6 shrink-0 text-accent" />
          <div className="flex flex-col gap-1">
            <h2 id={`fact-${id}`} className="text-lg font-bold">
              {t(`register.welcome.${id}.title`)}
            </h2>
            <p className="whitespace-pre-line text-muted">
              {t(`register.welcome.${id}.text`, { list })}
              {id === "needed" && findConfig()?.ageProof
                ? `\n${t("register.welcome.needed.age")}`
                : null}
            </p>
          </div>
        </section>
      ))}
    </Page>
  );
}

interface WelcomeBackScreenProps {
  store: AnswersStore;
  /** True while the device deletes the draft. The person can no longer continue the draft. */
  isStartingOver: boolean;
  onContinue: () => void;
  onStartOver: () => void;
}

export function WelcomeBackScreen(props: WelcomeBackScreenProps) {
  const { store, isStartingOver, onContinue, onStartOver } = props;
  const t = useText();
  const { filled, total } = countFilledPages(store);
  const { savedAtMs } = store.getState();
  const pages = t("register.back.pages", { filled, total });
  const startOver = async () => {
    const isSure = await askToConfirm({
      title: t("register.startOver.title"),
      text: t("register.startOver.text"),
      confirmLabel: t("register.startOver.confirm"),
      isDanger: true,
    });
    if (isSure) onStartOver();
  };
  return (
    <Page
      title={t("register.back.title")}
      actions={
        <>
          <Button onClick={onContinue} disabled={isStartingOver}>
            {t("register.back.continue")}
          </Button>
          <Button variant="ghost" isBusy={isStartingOver} onClick={() => void startOver()}>
            {t("register.back.startOver")}
          </Button>
        </>
      }
    >
      <p className="text-lg">{t("register.back.text")}</p>
      <div className="flex flex-col gap-2 rounded-md bg-surface p-4">
        <p className="font-semibold">{pages}</p>
        <Progress
          label={t("register.back.progress")}
          value={filled}
          max={total}
          valueText={pages}
        />
        {savedAtMs === null ? null : (
          <p className="text-sm text-muted">
            {t("register.back.savedAt", { time: formatMoment(savedAtMs) })}
          </p>
        )}
      </div>
    </Page>
  );
}

export function hasAnswers(store: AnswersWithFiles): boolean {
  const { draft } = store.getState();
  const hasAnswer = Object.entries(draft).some(
    ([name, value]) => !identityFields.includes(name) && isGiven(value),
  );
  return hasAnswer || listFiles(store.files.photos).length > 0;
}

/** Counts the pages that have an answer and no error. Leaves out the last page, which only lists the answers. */
function countFilledPages(store: AnswersStore): { filled: number; total: number } {
  const pages = pageTable.filter(({ id }) => id !== lastPage);
  const errors = store.allErrors();
  const draft = store.wholeDraft() as Record<string, unknown>;
  const isFilled = ({ id, fields }: { id: PageId; fields: readonly string[] }) =>
    errorsOn(id, errors).length === 0 && fields.some((field) => isGiven(draft[field]));
  return { filled: pages.filter(isFilled).length, total: pages.length };
}

function isGiven(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isGiven);
  return value !== undefined && value !== null && value !== "";
}
