import { describe, expect, it } from "vitest";
import pictures from "../../../tests/vectors/server/pictures.json";
import { imageAttributes, type PresetName, placeholderUrl } from "./attributes";

const square = "f_webp,fit_cover,q_80";

const presets = Object.keys({
  avatar: true,
  firstTile: true,
  largeAvatar: true,
  portrait: true,
  tile: true,
} satisfies Record<PresetName, true>) as PresetName[];

describe("the attributes of a picture", () => {
  it("ask for the addresses that the server answers, and for no others", () => {
    const all = presets.flatMap((preset) => {
      const { src, srcSet = "" } = imageAttributes("/a.jpg", preset);
      return [src, ...srcSet.split(", ").map((one) => one.replace(/ .*/, ""))];
    });
    const modifiers = [...all, placeholderUrl("/a.jpg") ?? ""].map((url) => url.split("/")[2]);
    expect([...new Set(modifiers)].sort()).toEqual([...pictures].sort());
  });

  it("offer a fixed width for both densities, in the same shape", () => {
    expect(imageAttributes("/a.jpg", "tile")).toEqual({
      src: `/_ipx/${square},s_240x320/a.jpg`,
      srcSet: `/_ipx/${square},s_240x320/a.jpg 1x, /_ipx/${square},s_480x640/a.jpg 2x`,
      width: 240,
      height: 320,
    });
  });

  it("offer a wide picture in every width, and begin with that of a small phone", () => {
    const { src, srcSet, ...more } = imageAttributes("/a.jpg", "portrait");
    expect(src).toBe(`/_ipx/${square},s_320x427/a.jpg`);
    expect(srcSet?.split(", ").map((one) => one.replace(/^.*,s_/, ""))).toEqual([
      "320x427/a.jpg 320w",
      "480x640/a.jpg 480w",
      "640x853/a.jpg 640w",
      "960x1280/a.jpg 960w",
      "1280x1707/a.jpg 1280w",
    ]);
    expect(more).toEqual({ sizes: "(min-width: 640px) 480px, 100vw", width: 480, height: 640 });
  });

  it.each([
    ["/photo.jpg", "/photo.jpg"],
    ["photo.jpg", "/photo.jpg"],
    ["/a/../c.png", "/c.png"],
    ["/two words.png", "/two%20words.png"],
    ["/two%20words.png", "/two%20words.png"],
    ["/照片.png", "/%E7%85%A7%E7%89%87.png"],
    ["/file/ab?exp=170&sig=x%2By", "/file/ab?exp=170&sig=x%2By"],
    ["/api/file/fetch/ab.jpg?exp=170&sig=x", "/ab.jpg?exp=170&sig=x"],
    ["/app/v1/file/fetch/ab.jpg?sig=x", "/ab.jpg?sig=x"],
    ["/file/fetch/a/b.jpg", "/file/fetch/a/b.jpg"],
    ["httpbin.png", "/httpbin.png"],
  ])("give %s to the proxy as %s, with the signature in every address", (source, path) => {
    const { src, srcSet } = imageAttributes(source, "avatar");
    const [once, twice] = ["48x48", "96x96"].map((box) => `/_ipx/${square},s_${box}${path}`);
    expect(src).toBe(once);
    expect(srcSet).toBe(`${once} 1x, ${twice} 2x`);
    expect(placeholderUrl(source)).toBe(`/_ipx/blur_3,f_webp,fit_cover,q_50,s_10x10${path}`);
  });

  it.each([
    "https://profile.line-scdn.net/0h",
    "http://example.org/a.png?b=c#d",
    "HTTPS://example.org/a.png",
    "//example.org/a.png",
    "blob:http://localhost/0d6f",
    "data:image/gif;base64,R0lGODlhAQABAAAAACw=",
  ])("leave %s alone, and it has no placeholder", (source) => {
    expect(imageAttributes(source, "tile")).toEqual({ src: source, width: 240, height: 320 });
    expect(placeholderUrl(source)).toBeUndefined();
  });
});
