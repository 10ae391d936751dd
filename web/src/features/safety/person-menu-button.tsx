/** The button that opens the ways out of an introduction or a match. */
import type { Acquaintance } from "../../api/safety";
import { useText } from "../../i18n/use-text";
import { openDialog } from "../../overlays/open-dialog";
import { Button } from "../../ui/button";

interface Props {
  acquaintance: Acquaintance;
  name: string;
  /** Called after the person is gone from the member's pages. */
  onGone?: () => void;
}

export function PersonMenuButton({ acquaintance, name, onGone }: Props) {
  const t = useText();
  const open = async () => {
    const load = async () => (await import("./person-menu-dialog")).PersonMenuDialog;
    const isGone = await openDialog(load, { acquaintance, name });
    if (isGone) onGone?.();
  };
  return (
    <Button variant="ghost" className="self-center" onClick={() => void open()}>
      {t("matchId" in acquaintance ? "member.menu.openMatch" : "member.menu.open")}
    </Button>
  );
}
