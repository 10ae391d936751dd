/** The crop tool: the person moves and zooms the picture under a fixed frame of 3:4. */

import { useEffect, useState } from "react";
import Cropper from "react-easy-crop";
import { releaseObjectUrl } from "#/lib/object-url";
import "react-easy-crop/react-easy-crop.css";
import { useText } from "#/i18n/use-text";
import type { Area } from "#/pictures/draw";

interface Props {
  source: Blob;
  alt: string;
  /** The initial crop. Null stands for the largest crop in the middle of the picture. */
  area: Area | null;
  /** Called when the picture has loaded, and each time the person has moved or zoomed the picture. */
  onChange: (area: Area) => void;
}

/** The aspect ratio of the form's photo slots, and of the photos in a profile. */
const aspect = 3 / 4;
const maxZoom = 4;

export function CropArea({ source, alt, area, onChange }: Props) {
  const t = useText();
  const url = useObjectUrl(source);
  const [at, setAt] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  return (
    <>
      <div className="relative h-[46vh] min-h-52 overflow-hidden rounded-lg bg-sunken">
        {url ? (
          <Cropper
            image={url}
            aspect={aspect}
            crop={at}
            zoom={zoom}
            maxZoom={maxZoom}
            onCropChange={setAt}
            onZoomChange={setZoom}
            onCropAreaChange={(_, pixels) => onChange(pixels)}
            disableAutomaticStylesInjection
            mediaProps={{ alt }}
            cropperProps={{ role: "group", "aria-label": t("ui.crop.frame") }}
            {...(area ? { initialCroppedAreaPixels: area } : {})}
          />
        ) : null}
      </div>
      <p className="text-sm text-muted">{t("ui.crop.hint")}</p>
      <label className="flex min-h-11 items-center gap-3 font-semibold">
        {t("ui.crop.zoom")}
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
    </>
  );
}

function useObjectUrl(blob: Blob): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(blob);
    setUrl(made);
    return () => releaseObjectUrl(made);
  }, [blob]);
  return url;
}
