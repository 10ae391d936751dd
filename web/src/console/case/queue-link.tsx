/** The link back to the queue, with the filters that the queue had. */

import { Key, useKeys } from "#/console/keys";
import { formatFilter, storedFilter } from "#/console/queue/filters";
import { useText } from "#/i18n/use-text";
import { reviewPaths } from "#/lib/paths";
import { Link } from "#/navigation/link";
import { navigate } from "#/navigation/navigation";
import { Icon } from "#/ui/icon";

export const queuePlace = (): string => reviewPaths.queue + formatFilter(storedFilter());

export function QueueLink() {
  const t = useText();
  useKeys({ q: () => void navigate(queuePlace()) });
  return (
    <Link
      to={queuePlace()}
      className="-ml-1 inline-flex min-h-8 items-center gap-1 self-start text-sm font-semibold text-accent no-underline hover:underline"
    >
      <Icon name="chevron-left" className="size-4" />
      {t("console.toQueue")} <Key>Q</Key>
    </Link>
  );
}
