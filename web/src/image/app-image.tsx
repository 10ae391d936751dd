/** A picture in the size that the screen needs. The browser loads the picture when the person scrolls near it. */
import { type CSSProperties, useState } from "react";
import { imageAttributes, type PresetName, placeholderUrl } from "./attributes";

interface Props {
  src: string;
  preset: PresetName;
  /** The description of the picture. Empty if the text beside the picture says the same. */
  alt: string;
  className?: string;
  /** The URL of a placeholder. Without it, the proxy's small blurred picture is shown. */
  placeholder?: string | null;
  /** True for the first picture of a page, which then loads at once. */
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
  /** The source whose loading has succeeded or failed. */
  const [doneSrc, setDoneSrc] = useState<string>();
  const isWaiting = doneSrc !== src;
  return (
    <img
      // `loading` has to stand before `src`: otherwise some browsers load the picture at once.
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
