/** The sections of the privacy policy, for the dialog and for the page of the policy. */
import type { Text } from "#/i18n/use-text";

const policySections = [
  "kept",
  "purpose",
  "seen",
  "place",
  "photos",
  "documents",
  "line",
  "device",
  "howLong",
  "rights",
] as const;

interface Props {
  t: Text;
  /** The level of the headings below the title. */
  Heading: "h2" | "h3";
}

export function PolicyText({ t, Heading }: Props) {
  const list = t("vocabulary.shownToOthers");
  return (
    <>
      <p className="pb-4 text-muted">{t("privacy.intro")}</p>
      {policySections.map((section) => (
        <div key={section} className="pb-4">
          <Heading className="pb-1 font-bold">{t(`privacy.${section}.title`)}</Heading>
          <p className="whitespace-pre-line">{t(`privacy.${section}.text`, { list })}</p>
        </div>
      ))}
    </>
  );
}
