/** The dialog in which the person crops a photo. */
import { useState } from "react";
import { useText } from "#/i18n/use-text";
import type { OverlayProps } from "#/overlays/overlays";
import type { Area } from "#/pictures/draw";
import { Banner } from "#/ui/banner";
import { Button } from "#/ui/button";
import { Dialog } from "#/ui/dialog";
import { CropArea } from "./crop-area";

interface Props extends OverlayProps<boolean> {
  /** The uncropped picture. */
  source: Blob;
  area: Area | null;
  /** The number of the photo's slot, from 1. */
  number: number;
  onUse: (area: Area | null) => Promise<void>;
}

export function CropDialog({ isOpen, close, source, area, number, onUse }: Props) {
  const t = useText();
  const [chosen, setChosen] = useState<Area | null>(null);
  const [state, setState] = useState<"choosing" | "cutting" | "failed">("choosing");

  const use = async (area: Area | null) => {
    setState("cutting");
    try {
      await onUse(area);
      close(true);
    } catch {
      setState("failed");
    }
  };
  const isBusy = state === "cutting";
  return (
    <Dialog
      isOpen={isOpen}
      onClose={() => close()}
      title={t("register.crop.title", { number })}
      closeLabel={t("ui.close")}
      actions={
        <>
          <Button variant="secondary" disabled={isBusy} onClick={() => void use(null)}>
            {t("register.crop.whole")}
          </Button>
          <Button isBusy={isBusy} disabled={!chosen} onClick={() => void use(chosen)}>
            {t("register.crop.use")}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <CropArea
          source={source}
          alt={t("register.photo.label", { number })}
          area={area}
          onChange={setChosen}
        />
        <div role="alert">
          {state === "failed" ? (
            <Banner isSilent tone="danger" title={t("register.crop.failed")} />
          ) : null}
        </div>
      </div>
    </Dialog>
  );
}
