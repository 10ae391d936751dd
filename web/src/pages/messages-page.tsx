/** The page for the topics about which the member gets messages in LINE. */

import { MessageChoicesForm } from "#/features/settings/message-choices";
import { useText } from "#/i18n/use-text";
import { findConfig } from "#/lib/config";
import { paths } from "#/lib/paths";
import { messageChoices } from "#/member/choices";
import { MemberPage, Shown } from "#/member/member-page";
import { useResource } from "#/member/resource";

export function MessagesPage() {
  const t = useText();
  const state = useResource(messageChoices);
  return (
    <MemberPage
      title={t("settings.messages.title")}
      tab="me"
      parent={{ to: paths.profile, label: t("member.back.me") }}
    >
      {findConfig()?.lineMessages ? (
        <>
          <p className="text-muted">{t("settings.messages.lead")}</p>
          <Shown state={state}>{(known) => <MessageChoicesForm known={known} />}</Shown>
        </>
      ) : (
        <p>{t("settings.messages.none")}</p>
      )}
    </MemberPage>
  );
}
