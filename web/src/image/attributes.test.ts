import { describe, expect, it } from "vitest";
import { imageAttributes, placeholderUrl } from "./attributes";
import { getPreset, type PresetName } from "./presets";

describe("the attributes of a picture", () => {
  it("are webp through the proxy by default", () => {
    expect(imageAttributes("/a.jpg")).toEqual({ src: "/_ipx/f_webp/a.jpg" });
    expect(imageAttributes("/a.jpg", { format: "png" }).src).toBe("/_ipx/f_png/a.jpg");
  });

  it("offer a fixed width for both densities, in the same shape", () => {
    expect(imageAttributes("/a.jpg", { widthPx: 48, heightPx: 60 })).toEqual({
      src: "/_ipx/f_webp,s_48x60/a.jpg",
      srcSet: "/_ipx/f_webp,s_48x60/a.jpg 1x, /_ipx/f_webp,s_96x120/a.jpg 2x",
      width: 48,
      height: 60,
    });
  });

  it("offer every width that the sizes ask for, in the same shape", () => {
    expect(imageAttributes("/a.jpg", { widthPx: 300, heightPx: 400, sizes: "150px" })).toEqual({
      src: "/_ipx/f_webp,s_150x200/a.jpg",
      srcSet: "/_ipx/f_webp,s_150x200/a.jpg 150w, /_ipx/f_webp,s_300x400/a.jpg 300w",
      sizes: "150px",
      width: 300,
      height: 400,
    });
  });

  it("keep a height without a width unchanged", () => {
    expect(imageAttributes("/a.jpg", { heightPx: 40 })).toEqual({
      src: "/_ipx/f_webp,h_40/a.jpg",
      height: 40,
    });
    expect(imageAttributes("/a.jpg", { heightPx: 40, sizes: "100px" }).src).toBe(
      "/_ipx/f_webp,s_100x40/a.jpg",
    );
  });

  it("keep the signature of a source in every address", () => {
    const { src, srcSet } = imageAttributes("/a.jpg?exp=1&sig=s", { widthPx: 10 });
    expect([src, ...(srcSet?.split(", ") ?? [])]).toEqual([
      "/_ipx/f_webp,w_10/a.jpg?exp=1&sig=s",
      "/_ipx/f_webp,w_10/a.jpg?exp=1&sig=s 1x",
      "/_ipx/f_webp,w_20/a.jpg?exp=1&sig=s 2x",
    ]);
  });

  it.each([
    ["/a.jpg", "none"],
    ["blob:http://localhost/0d6f", "ipx"],
    ["https://example.org/a.jpg", "ipx"],
  ] as const)("of %s through %s are one address", (source, provider) => {
    expect(imageAttributes(source, { provider, preset: "tile" })).toEqual({
      src: source,
      width: 240,
      height: 320,
    });
  });

  it("follow a preset, which options override", () => {
    const { src, sizes } = imageAttributes("/a.jpg", { preset: "portrait", quality: 50 });
    expect(src).toBe("/_ipx/f_webp,fit_cover,q_50,s_320x427/a.jpg");
    expect(sizes).toBe("(min-width: 640px) 480px, 100vw");
  });

  it("of an avatar are twice as sharp where the screen is", () => {
    expect(imageAttributes("/a.jpg", { preset: "avatar" }).srcSet).toBe(
      "/_ipx/f_webp,fit_cover,q_80,s_48x48/a.jpg 1x, /_ipx/f_webp,fit_cover,q_80,s_96x96/a.jpg 2x",
    );
  });
});

describe("the placeholder of a picture", () => {
  it("is ten pixels wide and blurred", () => {
    expect(placeholderUrl("/a.jpg", { widthPx: 300, quality: 80, sizes: "50vw" })).toBe(
      "/_ipx/blur_3,f_webp,q_50,s_10x10/a.jpg",
    );
  });

  it("is missing if the provider does not resize the picture", () => {
    expect(placeholderUrl("/a.jpg", { provider: "none" })).toBeUndefined();
    expect(placeholderUrl("data:,")).toBeUndefined();
  });
});

it.each(["thumb", "toString"])("the preset %j is unknown", (name) => {
  const unknown = new Error(`Unknown image preset "${name}"`);
  expect(() => getPreset(name as PresetName)).toThrow(unknown);
  expect(() => imageAttributes("/a.jpg", { preset: name as PresetName })).toThrow(unknown);
});
