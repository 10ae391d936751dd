/** A person's picture in a circle, or the letters of their name where there is none. */
import { useState } from "react";

/** Seed, section 9: 16 to 48 px. */
const sizesPx = { "3xs": 16, "2xs": 20, xs: 24, md: 32, xl: 40, "3xl": 48 } as const;

interface Props {
  /** Whose it is; empty where the name stands beside it. */
  alt: string;
  /** What to show in its place when it is empty; the letters of `alt` unless given. */
  name?: string;
  src?: string | null;
  srcSet?: string;
  size?: keyof typeof sizesPx;
}

export function Avatar({ alt, name = alt, src, srcSet, size = "md" }: Props) {
  const [brokenSrc, setBrokenSrc] = useState<string>();
  const sizePx = sizesPx[size];
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

/** The first letters of the first two words, letters as people see them. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/u).slice(0, 2);
  return words.map(firstLetter).join("").toLocaleUpperCase();
}

function firstLetter(word: string): string {
  // Old WebViews have no segmenter; a whole code point is still better than half of one.
  if (!("Segmenter" in Intl)) return Array.from(word)[0] ?? "";
  const [first] = new Intl.Segmenter().segment(word);
  return first?.segment ?? "";
}
