/** What an `<img>` is told of a picture. */
import type { Modifiers } from "./modifiers";
import { getPreset, type Preset, type PresetName } from "./presets";
import { imageUrl, isResized, type Provider } from "./providers";
import { densities, sizesAttribute, widthsPx } from "./sizes";

export interface ImageOptions extends Preset {
  preset?: PresetName;
  provider?: Provider;
}

export interface ImageAttributes {
  src: string;
  srcSet?: string;
  sizes?: string;
  width?: number;
  height?: number;
}

/** Seed, section 9. */
const defaultProvider: Provider = "ipx";
const defaultFormat = "webp";
const placeholderModifiers: Modifiers = { widthPx: 10, heightPx: 10, quality: 50, blurPx: 3 };

/** The addresses of a picture for every screen; what is said here goes over what the preset says. */
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
    // Browsers that know no srcset are old, and their screens small.
    return { src: at(widths[0]), srcSet, sizes: sizesAttribute(sizes), ...box };
  }
  if (width === undefined) return { src: at(), ...box };
  const srcSet = densities.map((density) => `${at(width * density)} ${density}x`).join(", ");
  return { src: at(width), srcSet, ...box };
}

/** A few blurred pixels to look at meanwhile, or undefined where the picture comes as it is. */
export function placeholderUrl(source: string, options: ImageOptions = {}): string | undefined {
  const { provider, modifiers } = resolve(options);
  if (!isResized(source, provider)) return undefined;
  return imageUrl(source, { ...modifiers, ...placeholderModifiers }, provider);
}

function resolve({ preset, ...own }: ImageOptions) {
  const said = Object.entries(own).filter(([, value]) => value !== undefined);
  const merged: ImageOptions = {
    ...(preset ? getPreset(preset) : {}),
    ...Object.fromEntries(said),
  };
  const { provider = defaultProvider, sizes, ...modifiers } = merged;
  return { provider, sizes, modifiers: { format: defaultFormat, ...modifiers } as Modifiers };
}

/** Another width keeps the shape, where there is one. */
function boxOf({ widthPx, heightPx }: Modifiers, wantedPx?: number): Modifiers {
  if (wantedPx === undefined) return {};
  if (heightPx === undefined) return { widthPx: wantedPx };
  const ratio = widthPx === undefined ? undefined : heightPx / widthPx;
  return { widthPx: wantedPx, heightPx: ratio ? Math.round(wantedPx * ratio) : heightPx };
}
