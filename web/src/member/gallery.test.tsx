import { fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { text } from "#/i18n/use-text";
import { photoOf } from "#/testing/mock/people";
import { Gallery } from "./gallery";
import { draw, loadMessages, logInMember, logOutMember } from "./people.testing";

vi.mock(import("#/liff/liff"));

const onExpired = vi.fn();
beforeAll(loadMessages);
beforeEach(() => {
  logInMember();
  onExpired.mockReset();
});
afterEach(() => {
  logOutMember();
  vi.restoreAllMocks();
});

function open(count: number) {
  const photos = Array.from({ length: count }, (_, at) => photoOf(`photo${at}`));
  draw(<Gallery photos={photos} name="小美" onExpired={onExpired} />);
}

const before = () => screen.getByRole("button", { name: text("member.photoBefore") });
const next = () => screen.getByRole("button", { name: text("member.photoNext") });
const list = () => screen.getByRole("list", { name: text("member.photos", { name: "小美" }) });
const status = () => screen.getByRole("status").textContent;
const words = (number: number, count: number) =>
  text("member.photo", { name: "小美", number, count });
const shown = () =>
  Array.from(list().children).findIndex((item) => item.getAttribute("aria-hidden") === "false");

it("turns the photos with its buttons, and says which one is shown", () => {
  open(3);
  vi.spyOn(list(), "clientWidth", "get").mockReturnValue(300);
  const scrollTo = vi.spyOn(list(), "scrollTo").mockImplementation(() => undefined);
  expect(status()).toBe(`1 / 3${words(1, 3)}`);
  fireEvent.click(next());
  expect(status()).toBe(`2 / 3${words(2, 3)}`);
  expect(shown()).toBe(1);
  fireEvent.click(next());
  expect(status()).toBe(`3 / 3${words(3, 3)}`);
  fireEvent.click(before());
  expect(shown()).toBe(1);
  expect(scrollTo.mock.calls).toEqual([[{ left: 300 }], [{ left: 600 }], [{ left: 300 }]]);
});

it("does not go beyond its ends, and keeps the focus there", () => {
  open(2);
  expect(before().getAttribute("aria-disabled")).toBe("true");
  fireEvent.click(before());
  expect(shown()).toBe(0);
  next().focus();
  fireEvent.click(next());
  expect(next().getAttribute("aria-disabled")).toBe("true");
  fireEvent.click(next());
  expect(shown()).toBe(1);
  expect(document.activeElement).toBe(next());
  expect(before().getAttribute("aria-disabled")).toBe("false");
});

it("follows a swipe", () => {
  open(3);
  vi.spyOn(list(), "clientWidth", "get").mockReturnValue(300);
  vi.spyOn(list(), "scrollLeft", "get").mockReturnValue(590);
  fireEvent.scroll(list());
  expect(shown()).toBe(2);
});

it("needs no buttons for one photo", () => {
  open(1);
  expect(screen.queryByRole("button")).toBeNull();
  expect(screen.queryByRole("status")).toBeNull();
  expect(screen.getByRole("img", { name: words(1, 1) })).toBeDefined();
});

it("tells its page of a photo whose address has expired", () => {
  open(2);
  fireEvent.error(screen.getByRole("img", { name: words(1, 2) }));
  expect(onExpired).toHaveBeenCalledOnce();
});

it("does not ask for new addresses again and again if a photo never loads", () => {
  open(2);
  fireEvent.error(screen.getByRole("img", { name: words(1, 2) }));
  fireEvent.error(screen.getByRole("img", { name: words(1, 2) }));
  expect(onExpired).toHaveBeenCalledOnce();
});
