/** The screens before the form: the consent of a newcomer, and the choice between a draft and a new start. */

import { Brand, ProductPromise } from "#/features/home/promise";
import { LanguageSwitch } from "#/features/language/language-switch";
import { openPrivacyPolicy } from "#/features/policy/privacy-policy";
import { identityFields } from "#/features/registration/clear-answers";
import { useText } from "#/i18n/use-text";
import { findConfig } from "#/lib/config";
import { askToConfirm } from "#/overlays/open-dialog";
import type { AnswersStore, AnswersWithFiles } from "#/profile-form/answers/answers-store";
import { errorsOn } from "#/profile-form/answers/form-errors";
import { formatMoment } from "#/profile-form/answers/formats";
import { lastPage, type PageId, pageTable } from "#/profile-form/answers/page-table";
import { listFiles } from "#/profile-form/files/photo-list";
import { Banner } from "#/ui/banner";
import { Button } from "#/ui/button";
import { Icon } from "#/ui/icon";
import { Page } from "#/ui/page";
import { Progress } from "#/ui/progress";

interface WelcomeScreenProps {
  /** True if the app could not read the draft, and moved it to a backup record. */
  isDraftLost: boolean;
  onAgree: () => void;
}

const facts = [
  { id: "needed", icon: "camera" },
  { id: "seen", icon: "eye" },
  { id: "kept", icon: "smartphone" },
] as const;

export function WelcomeScreen({ isDraftLost, onAgree }: WelcomeScreenProps) {
  const t = useText();
  const list = t("vocabulary.shownToOthers");
  return (
    <Page
      title={t("shell.index.title")}
      documentTitle={t("register.welcome.title")}
      eyebrow={<Brand />}
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
      <ProductPromise />
      <section aria-labelledby="welcome-form" className="flex flex-col gap-2">
        <h2 id="welcome-form" className="text-lg font-bold">
          {t("register.welcome.title")}
        </h2>
        <p>{t("register.welcome.intro")}</p>
        <div className="mt-2 divide-y divide-line rounded-lg border border-line bg-surface">
          {facts.map(({ id, icon }) => (
            <details key={id} className="group">
              <summary className="flex min-h-12 cursor-pointer list-none items-center gap-3 px-4 py-2 [&::-webkit-details-marker]:hidden">
                <Icon name={icon} className="size-5 text-accent" />
                <h3 className="grow font-semibold">{t(`register.welcome.${id}.title`)}</h3>
                <Icon
                  name="chevron-down"
                  className="size-5 text-muted transition-transform group-open:rotate-180"
                />
              </summary>
              <p className="pr-4 pb-3 pl-12 whitespace-pre-line text-muted">
                {t(`register.welcome.${id}.text`, { list })}
                {id === "needed" && findConfig()?.ageProof
                  ? `\n${t("register.welcome.needed.age")}`
                  : null}
              </p>
            </details>
          ))}
        </div>
      </section>
      <Button variant="secondary" onClick={() => void openPrivacyPolicy()}>
        {t("register.welcome.policy")}
      </Button>
      <LanguageSwitch />
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
