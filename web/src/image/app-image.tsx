/** A picture in the size the screen needs, loaded when it comes near. */
import { type CSSProperties, useState } from "react";
import { type ImageOptions, imageAttributes, placeholderUrl } from "./attributes";

interface Props extends ImageOptions {
  src: string;
  /** What is to be seen, or empty where the words beside it say so. */
  alt: string;
  className?: string;
  /** What stands there until the picture does; the provider's unless given. */
  placeholder?: string | null;
  /** For what is to be seen first on a page. */
  isUrgent?: boolean;
  onError?: () => void;
}

export function AppImage({
  src,
  alt,
  className = "",
  placeholder,
  isUrgent,
  onError,
  ...options
}: Props) {
  /** The source whose picture is there, or is known not to come. */
  const [doneSrc, setDoneSrc] = useState<string>();
  const isWaiting = doneSrc !== src;
  return (
    <img
      // Lazy before its source: some browsers start to load at once otherwise.
      loading={isUrgent ? "eager" : "lazy"}
      fetchPriority={isUrgent ? "high" : "auto"}
      decoding="async"
      {...imageAttributes(src, options)}
      alt={alt}
      onLoad={() => setDoneSrc(src)}
      onError={() => {
        setDoneSrc(src);
        onError?.();
      }}
      style={isWaiting ? backgroundOf(placeholder ?? placeholderUrl(src, options)) : undefined}
      className={`${isWaiting ? "bg-sunken bg-cover bg-center" : ""} ${className}`}
    />
  );
}

function backgroundOf(url: string | undefined): CSSProperties | undefined {
  return url ? { backgroundImage: `url(${JSON.stringify(url)})` } : undefined;
}
