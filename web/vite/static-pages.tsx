/** The parts of the HTML that the build makes of components, so that they stand before any script has arrived. */
import { type Messages, setupI18n } from "@lingui/core";
import { renderToStaticMarkup } from "react-dom/server";
import { FirstScreen } from "#/features/home/first-screen";
import { PolicyText } from "#/features/policy/policy-text";
import type { Language } from "#/i18n/languages";
import enPrivacy from "#/i18n/messages/en/privacy.json";
import en from "#/i18n/messages/en/shell.json";
import enWords from "#/i18n/messages/en/vocabulary.json";
import jaPrivacy from "#/i18n/messages/ja/privacy.json";
import ja from "#/i18n/messages/ja/shell.json";
import jaWords from "#/i18n/messages/ja/vocabulary.json";
import chinesePrivacy from "#/i18n/messages/zh-TW/privacy.json";
import chinese from "#/i18n/messages/zh-TW/shell.json";
import chineseWords from "#/i18n/messages/zh-TW/vocabulary.json";
import type { Text } from "#/i18n/use-text";
import logo from "#/ui/logo.svg";
import { WithLink } from "#/ui/with-link";

const messages: Record<Language, Messages> = {
  "zh-TW": { ...chinese, ...chinesePrivacy, ...chineseWords },
  ja: { ...ja, ...jaPrivacy, ...jaWords },
  en: { ...en, ...enPrivacy, ...enWords },
};

/** The language of the files without a language in their name, and the languages that have files of their own. */
export const [firstLanguage, ...otherLanguages] = Object.keys(messages) as [
  Language,
  ...Language[],
];

function textIn(language: Language): Text {
  const i18n = setupI18n({ locale: language, messages: { [language]: messages[language] } });
  return (id, values) => i18n._(id, values);
}

/** Returns the content of the overlay that the page shows until the app has drawn a page. */
export function renderOverlay(language: Language): string {
  const t = textIn(language);
  return renderToStaticMarkup(
    <>
      <div className="known" role="status">
        {/* Without the low priority, React would write a link that loads the knot, which the build writes inline. */}
        <img
          className="pulse"
          src={logo}
          alt="Enmusubi"
          width="96"
          height="96"
          fetchPriority="low"
        />
        <span className="first-small late">{t("shell.slow")}</span>
      </div>
      <FirstScreen
        t={t}
        isStarting={false}
        onStart={null}
        notice={
          <noscript>
            <style>{".first-start{display:none}"}</style>
            {t("shell.noScript")}
          </noscript>
        }
      />
    </>,
  );
}

export const policyTitle = (language: Language): string => textIn(language)("privacy.title");

/** Returns the body of the privacy policy's page. */
export function renderPolicy(language: Language): string {
  const t = textIn(language);
  return renderToStaticMarkup(
    <main>
      <p>
        <a href="/">Enmusubi</a>
      </p>
      <h1>{t("privacy.title")}</h1>
      <PolicyText t={t} Heading="h2" />
      <p id="official">{t("privacy.contact.official")}</p>
      <p id="own" hidden>
        {/* The script of `policy.html` writes the operator's own address. */}
        <WithLink text={t("privacy.contact", { contact: "\n" })}>
          <a id="contact" href="/">
            .
          </a>
        </WithLink>
      </p>
    </main>,
  );
}
