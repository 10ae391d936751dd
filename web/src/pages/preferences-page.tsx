/** The page for the people whom a member would like to meet: their gender, the distance, and the conditions. */

import { PreferencesFields, SaveBar } from "#/features/settings/preferences-fields";
import { usePreferencesForm } from "#/features/settings/use-preferences-form";
import { useText } from "#/i18n/use-text";
import { paths } from "#/lib/paths";
import { preferences } from "#/member/choices";
import { MemberPage, Shown } from "#/member/member-page";
import { useResource } from "#/member/resource";
import { Banner } from "#/ui/banner";
import { Button, Spinner } from "#/ui/button";

export function PreferencesPage() {
  const t = useText();
  const state = useResource(preferences);
  const { open, hasFailed, retry } = usePreferencesForm(state.data);
  return (
    <MemberPage
      title={t("settings.preferences.title")}
      tab="me"
      parent={{ to: paths.profile, label: t("member.back.me") }}
      actions={open ? <SaveBar {...open} /> : undefined}
    >
      <div className="flex flex-col gap-2 text-muted">
        <p>{t("settings.preferences.lead")}</p>
        <p>{t("settings.preferences.limit")}</p>
      </div>
      <Shown state={state}>
        {() => {
          if (open) return <PreferencesFields {...open} />;
          if (!hasFailed) return <Spinner label={t("shell.loading")} />;
          return (
            <Banner
              tone="danger"
              title={t("shell.offline")}
              action={
                <Button variant="secondary" onClick={retry}>
                  {t("shell.retry")}
                </Button>
              }
            />
          );
        }}
      </Shown>
    </MemberPage>
  );
}
