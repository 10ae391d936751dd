import { describe, expect, it } from "vitest";
import { sizesAttribute, widthsPx } from "./sizes";

describe("sizes", () => {
  it.each([
    ["100vw", "100vw"],
    ["400px", "400px"],
    ["400", "400px"],
    ["33.3vw", "33.3vw"],
    ["100vw sm:50vw", "(min-width: 640px) 50vw, 100vw"],
    ["lg:400px sm:50vw 100vw", "(min-width: 1024px) 400px, (min-width: 640px) 50vw, 100vw"],
    ["  100vw,  md:50vw ", "(min-width: 768px) 50vw, 100vw"],
    ["sm:50vw", "(min-width: 640px) 50vw, 100vw"],
    ["100vw xs:90vw", "(min-width: 320px) 90vw, 100vw"],
    ["100vw xl:10vw", "(min-width: 1280px) 10vw, 100vw"],
    ["100vw xxl:10vw", "(min-width: 1536px) 10vw, 100vw"],
    ["100vw 2xl:10vw", "(min-width: 1536px) 10vw, 100vw"],
  ])("%j are told as %j", (sizes, attribute) => {
    expect(sizesAttribute(sizes)).toBe(attribute);
  });

  it.each([
    ["100vw", [320, 640, 768, 1024, 1280, 1536, 2048, 2560, 3072]],
    ["48px", [48, 96]],
    ["100vw sm:50vw", [320, 384, 512, 640, 768, 1024, 1280, 1536]],
    ["50vw sm:300px", [160, 300, 320, 600, 640]],
    ["100vw xs:48px", [48, 96, 320, 640]],
    ["100px 2xl:10vw", [100, 154, 200, 308]],
    ["100px xl:33.3vw", [100, 200, 511, 1022]],
  ])("%j offer the widths %j", (sizes, widths) => {
    expect(widthsPx(sizes)).toEqual(widths);
  });

  it.each(["", "big", "100%", "100em", "huge:50vw", "toString:50vw", "sm:", "-5px"])(
    "%j are unknown",
    (sizes) => {
      expect(() => sizesAttribute(sizes)).toThrow(new Error(`Unknown image size "${sizes}"`));
      expect(() => widthsPx(sizes)).toThrow("Unknown image size");
    },
  );
});
