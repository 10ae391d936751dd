/** The profile's photos, each with a blurred placeholder until it is there. */
import { useMemo, useState } from "react";
import { thumbHashToDataURL } from "thumbhash";
import type { MyInfo } from "../../api/calls";
import { useText } from "../../i18n/use-text";

type Photo = MyInfo["photos"][number];

export function PhotoStrip({ photos }: { photos: readonly Photo[] }) {
  const t = useText();
  return (
    <ul aria-label={t("profile.photos")} className="grid grid-cols-3 gap-2">
      {photos.map((photo, index) => (
        <li key={photo.fileId} className={index === 0 ? "col-span-2 row-span-2" : ""}>
          <Picture photo={photo} alt={t("profile.photo", { number: index + 1 })} />
        </li>
      ))}
    </ul>
  );
}

function Picture({ photo, alt }: { photo: Photo; alt: string }) {
  const [isLoaded, setLoaded] = useState(false);
  const placeholder = useMemo(() => placeholderOf(photo.thumbhash), [photo.thumbhash]);
  return (
    <span className="relative block aspect-square overflow-hidden rounded-md bg-sunken">
      {placeholder && !isLoaded ? (
        <img src={placeholder} alt="" className="absolute inset-0 size-full object-cover" />
      ) : null}
      <img
        src={photo.url}
        alt={alt}
        width={photo.width}
        height={photo.height}
        onLoad={() => setLoaded(true)}
        className={`absolute inset-0 size-full object-cover transition-opacity ${isLoaded ? "" : "opacity-0"}`}
      />
    </span>
  );
}

function placeholderOf(thumbhash: string): string | null {
  try {
    return thumbHashToDataURL(Uint8Array.from(atob(thumbhash), (char) => char.charCodeAt(0)));
  } catch {
    return null;
  }
}
