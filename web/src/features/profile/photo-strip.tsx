/** The profile's photos as the person cropped them, each over a blurred placeholder. */
import { useMemo } from "react";
import type { MyInfo } from "#/api/account";
import { useText } from "#/i18n/use-text";
import { AppImage } from "#/image/app-image";
import type { PresetName } from "#/image/attributes";
import { thumbhashUrl } from "#/image/thumbhash";

type Photo = MyInfo["photos"][number];

export function PhotoStrip({ photos }: { photos: readonly Photo[] }) {
  const t = useText();
  return (
    <ul aria-label={t("profile.photos")} className="grid grid-cols-3 gap-2">
      {photos.map((photo, index) => (
        <li key={photo.fileId} className={index === 0 ? "col-span-2 row-span-2" : ""}>
          <Picture
            photo={photo}
            alt={t("profile.photo", { number: index + 1 })}
            preset={index === 0 ? "firstTile" : "tile"}
          />
        </li>
      ))}
    </ul>
  );
}

function Picture({ photo, alt, preset }: { photo: Photo; alt: string; preset: PresetName }) {
  const placeholder = useMemo(() => thumbhashUrl(photo.thumbhash), [photo.thumbhash]);
  return (
    <AppImage
      src={photo.url}
      alt={alt}
      preset={preset}
      placeholder={placeholder}
      // The photos are 3:4, like the form's slots and its crop tool, because a square would cut off heads.
      className="block aspect-3/4 w-full rounded-md object-cover"
    />
  );
}
