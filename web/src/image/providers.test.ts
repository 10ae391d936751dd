import { describe, expect, it } from "vitest";
import { imageUrl, isResized, type Provider } from "./providers";

const small = { format: "webp", widthPx: 320 } as const;

describe("the image proxy", () => {
  it.each([
    ["/photo.jpg", "/_ipx/f_webp,w_320/photo.jpg"],
    ["photo.jpg", "/_ipx/f_webp,w_320/photo.jpg"],
    ["/a/b/c.png", "/_ipx/f_webp,w_320/a/b/c.png"],
    ["/a/../c.png", "/_ipx/f_webp,w_320/c.png"],
    ["/two words.png", "/_ipx/f_webp,w_320/two%20words.png"],
    ["/two%20words.png", "/_ipx/f_webp,w_320/two%20words.png"],
    ["/照片.png", "/_ipx/f_webp,w_320/%E7%85%A7%E7%89%87.png"],
    ["/file/ab?exp=170&sig=x%2By", "/_ipx/f_webp,w_320/file/ab?exp=170&sig=x%2By"],
    ["/api/file/fetch/ab.jpg?exp=170&sig=x", "/_ipx/f_webp,w_320/ab.jpg?exp=170&sig=x"],
    ["/app/v1/file/fetch/ab.jpg?sig=x", "/_ipx/f_webp,w_320/ab.jpg?sig=x"],
    ["/file/fetch/a/b.jpg", "/_ipx/f_webp,w_320/file/fetch/a/b.jpg"],
  ])("takes %s as %s", (source, url) => {
    expect(imageUrl(source, small)).toBe(url);
    expect(isResized(source, "ipx")).toBe(true);
  });

  it("takes a source without modifiers", () => {
    expect(imageUrl("/photo.jpg", {})).toBe("/_ipx/_/photo.jpg");
  });

  it.each([
    "https://profile.line-scdn.net/0h",
    "http://example.org/a.png?b=c#d",
    "HTTPS://example.org/a.png",
    "//example.org/a.png",
    "blob:http://localhost/0d6f",
    "data:image/gif;base64,R0lGODlhAQABAAAAACw=",
  ])("leaves %s alone", (source) => {
    expect(imageUrl(source, small)).toBe(source);
    expect(isResized(source, "ipx")).toBe(false);
  });

  it("accepts a name that only begins like another scheme", () => {
    expect(imageUrl("httpbin.png", {})).toBe("/_ipx/_/httpbin.png");
  });
});

describe("no proxy", () => {
  it("leaves every source unchanged", () => {
    expect(imageUrl("/photo.jpg?sig=1", small, "none")).toBe("/photo.jpg?sig=1");
    expect(isResized("/photo.jpg", "none")).toBe(false);
  });
});

it.each(["cloudinary", "", "toString"])("the provider %j is unknown", (name) => {
  const unknown = new Error(`Unknown image provider "${name}"`);
  expect(() => imageUrl("/photo.jpg", {}, name as Provider)).toThrow(unknown);
  expect(() => isResized("/photo.jpg", name as Provider)).toThrow(unknown);
});
