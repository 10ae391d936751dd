/** The links from the member's own page to the pages on which they can change something. */

import { useText } from "#/i18n/use-text";
import { findConfig } from "#/lib/config";
import { paths } from "#/lib/paths";
import { LinkRow, linkListClass } from "#/member/link-row";
import { profileChanges } from "#/member/profile-changes";
import { useResource } from "#/member/resource";

const rows = [
  { id: "edit", to: paths.edit, icon: "pencil" },
  { id: "preferences", to: paths.preferences, icon: "heart" },
  { id: "privacy", to: paths.privacy, icon: "lock" },
  { id: "messages", to: paths.messages, icon: "message-circle" },
  { id: "safety", to: paths.safety, icon: "shield-check" },
] as const;

const isOffered = ({ id }: (typeof rows)[number]) =>
  id !== "messages" || findConfig()?.lineMessages === true;

export function MemberMenu() {
  const t = useText();
  const { data } = useResource(profileChanges);
  const isWaiting = data !== null && data.changes !== null;
  return (
    <nav aria-label={t("profile.menu")}>
      <ul className={linkListClass}>
        {rows.filter(isOffered).map(({ id, to, icon }) => (
          <LinkRow
            key={id}
            to={to}
            icon={icon}
            title={t(`profile.menu.${id}`)}
            text={t(`profile.menu.${id}.text`)}
            note={id === "edit" && isWaiting ? t("profile.menu.waiting") : undefined}
          />
        ))}
      </ul>
    </nav>
  );
}
