/** The button that opens a person's menu: leave, block, report, and the page's own choices. */
import type { Acquaintance } from "#/api/safety";
import { useText } from "#/i18n/use-text";
import { openDialog } from "#/overlays/open-dialog";
import { Button } from "#/ui/button";
import type { MenuChoice } from "./person-menu-dialog";

interface Props {
  acquaintance: Acquaintance;
  name: string;
  choices?: readonly (MenuChoice & { onChosen: () => void })[];
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
