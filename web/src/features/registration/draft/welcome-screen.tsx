/** Before the first page: what is asked, who sees it, and the consent without which nothing is kept. */
import { useText } from "../../../i18n/use-text";
import { Banner } from "../../../ui/banner";
import { Button } from "../../../ui/button";
import { Page } from "../../../ui/page";
import { LanguageSwitch } from "../../language/language-switch";
import { openPrivacyPolicy } from "./privacy-policy";

interface WelcomeScreenProps {
  /** A draft was there that nobody can read. */
  isDraftLost: boolean;
  onAgree: () => void;
}

const parts = ["needed", "seen", "kept"] as const;

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
