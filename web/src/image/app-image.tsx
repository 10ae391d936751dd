/** A picture in the size that the screen needs. The browser loads it when the person scrolls near it. */
import { type CSSProperties, useState } from "react";
import { type ImageOptions, imageAttributes, placeholderUrl } from "./attributes";

interface Props extends ImageOptions {
  src: string;
  /** The content of the picture in words, or empty if the page says it beside the picture. */
  alt: string;
  className?: string;
  /** The address of a placeholder, if it is not the provider's. */
  placeholder?: string | null;
  /** True for the first picture of a page, which then loads at once. */
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
  /** The source that has loaded or failed. */
  const [doneSrc, setDoneSrc] = useState<string>();
  const isWaiting = doneSrc !== src;
  return (
    <img
      // Before the source: some browsers would otherwise start to load at once.
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
