/** The button that opens the ways out of an introduction or a match, and what else a page puts there. */
import type { Acquaintance } from "#/api/safety";
import { useText } from "#/i18n/use-text";
import { openDialog } from "#/overlays/open-dialog";
import { Button } from "#/ui/button";
import type { MenuChoice } from "./person-menu-dialog";

interface Props {
  acquaintance: Acquaintance;
  name: string;
  /** The page's own choices, before the ways out. */
  choices?: readonly (MenuChoice & { onChosen: () => void })[];
  /** Called after the person is gone from the member's pages. */
  onGone?: () => void;
}

export function PersonMenuButton({ acquaintance, name, choices = [], onGone }: Props) {
  const t = useText();
  const open = async () => {
    const load = async () => (await import("./person-menu-dialog")).PersonMenuDialog;
    const chosen = await openDialog(load, { acquaintance, name, choices });
    if (chosen === "gone") onGone?.();
    else choices.find(({ id }) => id === chosen)?.onChosen();
  };
  return (
    <Button variant="ghost" className="self-center" onClick={() => void open()}>
      {t(choices.length > 0 ? "member.menu.more" : "member.menu.open")}
    </Button>
  );
}
