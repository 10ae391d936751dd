import { describe, expect, it } from "vitest";
import { joinModifiers, type Modifiers } from "./modifiers";

describe("modifiers", () => {
  it.each<[Modifiers, string]>([
    [{}, "_"],
    [{ background: "" }, "_"],
    [{ format: "webp" }, "f_webp"],
    [{ fit: "cover" }, "fit_cover"],
    [{ widthPx: 320 }, "w_320"],
    [{ heightPx: 240 }, "h_240"],
    [{ widthPx: 320, heightPx: 240 }, "s_320x240"],
    [{ quality: 80 }, "q_80"],
    [{ background: "fff" }, "b_fff"],
    [{ background: "#faf6f1" }, "b_faf6f1"],
    [{ background: "a/b,c" }, "b_a%2Fb%2Cc"],
    [{ blurPx: 3 }, "blur_3"],
    [{ format: "webp", quality: 80, widthPx: 320, heightPx: 240 }, "f_webp,q_80,s_320x240"],
  ])("%j are %s", (modifiers, joined) => {
    expect(joinModifiers(modifiers)).toBe(joined);
  });

  it("give one address for the same modifiers in any order", () => {
    const a: Modifiers = { fit: "inside", quality: 50, widthPx: 10, blurPx: 3, background: "000" };
    const b: Modifiers = { background: "000", blurPx: 3, widthPx: 10, quality: 50, fit: "inside" };
    expect(joinModifiers(a)).toBe("b_000,blur_3,fit_inside,q_50,w_10");
    expect(joinModifiers(b)).toBe(joinModifiers(a));
  });
});
