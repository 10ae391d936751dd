/** The attributes of an `<img>`. */
import type { Modifiers } from "./modifiers";
import { getPreset, type Preset, type PresetName } from "./presets";
import { imageUrl, isResized, type Provider } from "./providers";
import { densities, sizesAttribute, widthsPx } from "./sizes";

export interface ImageOptions extends Preset {
  preset?: PresetName;
  provider?: Provider;
}

interface ImageAttributes {
  src: string;
  srcSet?: string;
  sizes?: string;
  width?: number | undefined;
  height?: number | undefined;
}

const defaultProvider: Provider = "ipx";
const defaultFormat = "webp";
const placeholderModifiers: Modifiers = { widthPx: 10, heightPx: 10, quality: 50, blurPx: 3 };

/** Returns the addresses of a picture for every screen. Options override those of the preset. */
export function imageAttributes(source: string, options: ImageOptions = {}): ImageAttributes {
  const { provider, sizes, modifiers } = resolve(options);
  const { widthPx: width, heightPx: height } = modifiers;
  const at = (widthPx?: number) =>
    imageUrl(source, { ...modifiers, ...boxOf(modifiers, widthPx) }, provider);
  const box = { width, height };
  if (!isResized(source, provider)) return { src: at(width), ...box };
  if (sizes) {
    const widths = widthsPx(sizes);
    const srcSet = widths.map((widthPx) => `${at(widthPx)} ${widthPx}w`).join(", ");
    // Browsers without srcset are old, and their screens small.
    return { src: at(widths[0]), srcSet, sizes: sizesAttribute(sizes), ...box };
  }
  if (width === undefined) return { src: at(), ...box };
  const srcSet = densities.map((density) => `${at(width * density)} ${density}x`).join(", ");
  return { src: at(width), srcSet, ...box };
}

/** Returns the address of a few blurred pixels, or undefined if the provider does not resize the picture. */
export function placeholderUrl(source: string, options: ImageOptions = {}): string | undefined {
  const { provider, modifiers } = resolve(options);
  if (!isResized(source, provider)) return undefined;
  return imageUrl(source, { ...modifiers, ...placeholderModifiers }, provider);
}

function resolve({ preset, ...own }: ImageOptions) {
  const merged: ImageOptions = { ...(preset ? getPreset(preset) : {}), ...own };
  const { provider = defaultProvider, sizes, ...modifiers } = merged;
  return { provider, sizes, modifiers: { format: defaultFormat, ...modifiers } as Modifiers };
}

/** Returns a box of another width. It keeps the ratio if width and height are known. */
function boxOf({ widthPx, heightPx }: Modifiers, wantedPx?: number): Modifiers {
  if (wantedPx === undefined) return {};
  if (heightPx === undefined) return { widthPx: wantedPx };
  const ratio = widthPx === undefined ? undefined : heightPx / widthPx;
  return { widthPx: wantedPx, heightPx: ratio ? Math.round(wantedPx * ratio) : heightPx };
}
