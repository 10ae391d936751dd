import { beforeEach, expect, test } from "vitest";
import { readText } from "#/storage/local";
import { storeFragment, storeReturnToIfUnset } from "./return-to";

beforeEach(() => localStorage.clear());

const store = (href: string) => storeFragment(new URL(href) as unknown as Location);

test("stores the address of a page with its fragment", () => {
  store("https://app.example/register?page=life#field-diet");
  expect(readText("redirectPath")).toBe("/register?page=life#field-diet");
});

test.each(["https://app.example//#x", "https://app.example//register#x"])(
  "does not store a path that the browser reads as another host: %s",
  (href) => {
    store(href);
    expect(readText("redirectPath")).toBeNull();
  },
);

test("does not store a refused place that begins with two slashes, nor over an earlier place", () => {
  storeReturnToIfUnset("//friend");
  storeReturnToIfUnset("/\\friend");
  expect(readText("redirectPath")).toBeNull();
  storeReturnToIfUnset("/friend");
  storeReturnToIfUnset("/profile");
  expect(readText("redirectPath")).toBe("/friend");
});
