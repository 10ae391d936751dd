/** A picture in the size that the screen needs. The browser loads the picture when the person scrolls near it. */
import { type CSSProperties, useState } from "react";
import { imageAttributes, type PresetName, placeholderUrl } from "./attributes";

interface Props {
  src: string;
  preset: PresetName;
  /** The description of the picture. Empty if the text beside the picture already describes the picture. */
  alt: string;
  className?: string;
  /** The URL of a placeholder. Without this URL, the image proxy's small blurred picture is the placeholder. */
  placeholder?: string | null;
  /** Makes the browser load the picture at once. Set it for the first picture of a page. */
  isUrgent?: boolean;
  onError?: () => void;
}

export function AppImage({
  src,
  preset,
  alt,
  className = "",
  placeholder,
  isUrgent,
  onError,
}: Props) {
  /** The last `src` that the browser has loaded or failed to load. */
  const [doneSrc, setDoneSrc] = useState<string>();
  const isWaiting = doneSrc !== src;
  return (
    <img
      // Set `loading` before `src`, because some browsers would otherwise load the picture at once.
      loading={isUrgent ? "eager" : "lazy"}
      fetchPriority={isUrgent ? "high" : "auto"}
      decoding="async"
      {...imageAttributes(src, preset)}
      alt={alt}
      onLoad={() => setDoneSrc(src)}
      onError={() => {
        setDoneSrc(src);
        onError?.();
      }}
      style={isWaiting ? backgroundOf(placeholder ?? placeholderUrl(src)) : undefined}
      className={`${isWaiting ? "bg-sunken bg-cover bg-center" : ""} ${className}`}
    />
  );
}

function backgroundOf(url: string | undefined): CSSProperties | undefined {
  return url ? { backgroundImage: `url(${JSON.stringify(url)})` } : undefined;
}
