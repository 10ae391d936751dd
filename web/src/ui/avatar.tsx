/** A person's picture in a circle, or the initials of their name if there is no picture. */
import { useState } from "react";

interface Props {
  /** The person's name for assistive technology. Empty if the page shows the name beside the avatar. */
  alt: string;
  name?: string;
  src?: string | null | undefined;
  srcSet?: string | undefined;
  sizePx?: 40 | 48;
}

export function Avatar({ alt, name = alt, src, srcSet, sizePx = 48 }: Props) {
  const [brokenSrc, setBrokenSrc] = useState<string>();
  const box = "inline-block shrink-0 overflow-hidden rounded-full bg-accent-soft align-middle";
  if (src && src !== brokenSrc) {
    return (
      <img
        src={src}
        srcSet={srcSet}
        alt={alt}
        width={sizePx}
        height={sizePx}
        decoding="async"
        onError={() => setBrokenSrc(src)}
        style={{ width: sizePx, height: sizePx }}
        className={`${box} object-cover`}
      />
    );
  }
  return (
    <span
      {...(alt ? { role: "img", "aria-label": alt } : { "aria-hidden": true })}
      style={{ width: sizePx, height: sizePx, lineHeight: `${sizePx}px`, fontSize: sizePx * 0.4 }}
      className={`${box} text-center font-semibold text-ink select-none`}
    >
      {initialsOf(name)}
    </span>
  );
}

export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/u).slice(0, 2);
  return words.map(firstLetter).join("").toLocaleUpperCase();
}

function firstLetter(word: string): string {
  // Old WebViews have no `Intl.Segmenter`. Take the first code point there, because a UTF-16 unit may be half a letter.
  if (!("Segmenter" in Intl)) return Array.from(word)[0] ?? "";
  const [first] = new Intl.Segmenter().segment(word);
  return first?.segment ?? "";
}
