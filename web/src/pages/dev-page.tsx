/** The page for developers: switches, people, mails and the state first, and the rest folded below them. */
import { LineSection, useLine } from "#/features/dev/line-section";
import { LogSection } from "#/features/dev/log-section";
import { MailsSection } from "#/features/dev/mails-section";
import { PeopleSection } from "#/features/dev/people-section";
import { PlaygroundSection } from "#/features/dev/playground-section";
import { StateSection } from "#/features/dev/state-section";
import { StorageSection } from "#/features/dev/storage-section";
import { SwitchesSection } from "#/features/dev/switches-section";
import { VersionsSection } from "#/features/dev/versions-section";
import { useText } from "#/i18n/use-text";
import { paths } from "#/lib/paths";
import { buttonClass } from "#/ui/button";
import { Page } from "#/ui/page";

export function DevPage() {
  const t = useText();
  const lineState = useLine();
  return (
    <Page title={t("dev.title")}>
      <SwitchesSection />
      <PeopleSection />
      <MailsSection />
      <StateSection line={lineState.line} />
      <VersionsSection line={lineState.line} />
      <StorageSection />
      <LogSection />
      <LineSection {...lineState} />
      <PlaygroundSection />
      <a href={paths.index} className={buttonClass("ghost")}>
        {t("shell.toStart")}
      </a>
    </Page>
  );
}
