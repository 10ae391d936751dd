/** The screens before the form: consent, the way back to a draft, and a draft of a newer build. */
import { useText } from "../../../i18n/use-text";
import { askToConfirm } from "../../../overlays/open-dialog";
import { Banner } from "../../../ui/banner";
import { Button } from "../../../ui/button";
import { Page } from "../../../ui/page";
import { Progress } from "../../../ui/progress";
import { LanguageSwitch } from "../../language/language-switch";
import { errorsOn } from "../form/form-errors";
import type { FormStore } from "../form/form-store";
import { formatMoment } from "../form/formats";
import { lastPage, type PageId, pageTable } from "../form/page-table";
import { listFiles } from "../photos/photo-list";
import { openPrivacyPolicy } from "./privacy-policy";

interface WelcomeScreenProps {
  /** True if the form has put a draft aside that it cannot read. */
  isDraftLost: boolean;
  onAgree: () => void;
}

const parts = ["needed", "seen", "kept"] as const;

/** Says what the form wants to know and who sees it, and asks for the consent. */
export function WelcomeScreen({ isDraftLost, onAgree }: WelcomeScreenProps) {
  const t = useText();
  return (
    <Page
      title={t("register.welcome.title")}
      actions={
        <>
          <p id="consent" className="text-sm text-muted">
            {t("register.welcome.consent")}
          </p>
          <Button onClick={onAgree} aria-describedby="consent">
            {t("register.welcome.agree")}
          </Button>
        </>
      }
    >
      {isDraftLost ? (
        <Banner title={t("register.draftLost.title")}>{t("register.draftLost.text")}</Banner>
      ) : null}
      <p className="text-lg">{t("register.welcome.intro")}</p>
      {parts.map((part) => (
        <section key={part} className="rounded-md bg-surface p-4">
          <h2 className="pb-1 text-lg font-bold">{t(`register.welcome.${part}.title`)}</h2>
          <p className="whitespace-pre-line text-muted">{t(`register.welcome.${part}.text`)}</p>
        </section>
      ))}
      <Button variant="secondary" onClick={() => void openPrivacyPolicy()}>
        {t("register.welcome.policy")}
      </Button>
      <LanguageSwitch />
    </Page>
  );
}

interface WelcomeBackScreenProps {
  store: FormStore;
  /** True while the device deletes the draft, which the person cannot continue any more. */
  isStartingOver: boolean;
  onContinue: () => void;
  onStartOver: () => void;
}

/** Asks whether the person continues a draft or starts over. */
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

interface NewerDraftScreenProps {
  onReload: () => void;
  /** Puts the newer draft aside and begins another. */
  onStartNew: () => void;
}

/** A newer build wrote the draft on this device. It stays unchanged until the page is that build. */
export function NewerDraftScreen({ onReload, onStartNew }: NewerDraftScreenProps) {
  const t = useText();
  const startNew = async () => {
    const isSure = await askToConfirm({
      title: t("register.newer.confirmTitle"),
      text: t("register.newer.confirmText"),
      confirmLabel: t("register.newer.startNew"),
    });
    if (isSure) onStartNew();
  };
  return (
    <Page
      title={t("register.newer.title")}
      actions={
        <>
          <Button onClick={onReload}>{t("register.newer.reload")}</Button>
          <Button variant="ghost" onClick={() => void startNew()}>
            {t("register.newer.startNew")}
          </Button>
        </>
      }
    >
      <p className="text-lg">{t("register.newer.text")}</p>
    </Page>
  );
}

/** Fields that the app fills in itself. */
const givenByApp: readonly string[] = ["account", "password", "schemaVersion"];

/** Returns whether the person gave any answer, or picked a file. */
export function hasAnswers(store: FormStore): boolean {
  const { draft, photos } = store.getState();
  const hasAnswer = Object.entries(draft).some(
    ([name, value]) => !givenByApp.includes(name) && isGiven(value),
  );
  return hasAnswer || listFiles(photos).length > 0;
}

/** Counts the pages with an answer and without an error. The list of answers does not count. */
function countFilledPages(store: FormStore): { filled: number; total: number } {
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
