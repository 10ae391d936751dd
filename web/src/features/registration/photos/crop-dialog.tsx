/** The dialog in which the person crops a photo. They move the picture under a fixed frame. */
import { useEffect, useState } from "react";
import Cropper from "react-easy-crop";
import "react-easy-crop/react-easy-crop.css";
import { useText } from "../../../i18n/use-text";
import type { OverlayProps } from "../../../overlays/overlays";
import type { Area } from "../../../pictures/draw";
import { Banner } from "../../../ui/banner";
import { Button } from "../../../ui/button";
import { Dialog } from "../../../ui/dialog";

interface Props extends OverlayProps<boolean> {
  /** The whole picture. */
  source: Blob;
  /** The current crop; null for the whole picture. */
  area: Area | null;
  /** The number of the photo's slot, from 1. */
  number: number;
  onUse: (area: Area | null) => Promise<void>;
}

/** The aspect of the slots, and of the pictures in a profile. */
const aspect = 3 / 4;
const maxZoom = 4;

export function CropDialog({ isOpen, close, source, area, number, onUse }: Props) {
  const t = useText();
  const url = useObjectUrl(source);
  const [at, setAt] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
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
        <div className="relative h-[46dvh] min-h-52 overflow-hidden rounded-lg bg-sunken">
          {url ? (
            <Cropper
              image={url}
              aspect={aspect}
              crop={at}
              zoom={zoom}
              maxZoom={maxZoom}
              onCropChange={setAt}
              onZoomChange={setZoom}
              onCropAreaChange={(_, pixels) => setChosen(pixels)}
              disableAutomaticStylesInjection
              mediaProps={{ alt: t("register.photo.label", { number }) }}
              cropperProps={{ role: "group", "aria-label": t("register.crop.frame") }}
              {...(area ? { initialCroppedAreaPixels: area } : {})}
            />
          ) : null}
        </div>
        <p className="text-sm text-muted">{t("register.crop.hint")}</p>
        <label className="flex min-h-11 items-center gap-3 font-semibold">
          {t("register.crop.zoom")}
          <input
            type="range"
            min={1}
            max={maxZoom}
            step={0.05}
            value={zoom}
            className="h-11 min-w-0 grow accent-accent"
            onChange={(event) => setZoom(Number(event.target.value))}
          />
        </label>
        <div role="alert">
          {state === "failed" ? (
            <Banner isSilent tone="danger" title={t("register.crop.failed")} />
          ) : null}
        </div>
      </div>
    </Dialog>
  );
}

function useObjectUrl(blob: Blob): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(blob);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return url;
}
