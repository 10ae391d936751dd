import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { Avatar, initialsOf } from "./avatar";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe("initials", () => {
  it.each([
    ["Aki Tanaka", "AT"],
    ["aki", "A"],
    ["Ana Maria da Silva", "AM"],
    ["  Aki   Tanaka ", "AT"],
    ["王小明", "王"],
    ["田中　秋", "田秋"],
    ["👩‍💻 Aki", "👩‍💻A"],
    ["🇹🇼 🇯🇵", "🇹🇼🇯🇵"],
    ["é́mile", "É́"],
    ["𠮷野 家", "𠮷家"],
    ["", ""],
    ["   ", ""],
  ])("of %j are %j", (name, initials) => {
    expect(initialsOf(name)).toBe(initials);
  });

  it("are whole code points in a browser without a segmenter", () => {
    vi.stubGlobal("Intl", {});
    expect(initialsOf("𠮷野 家")).toBe("𠮷家");
  });
});

describe("an avatar", () => {
  it("shows the picture", () => {
    render(<Avatar alt="Aki Tanaka" src="/aki.webp" />);
    const picture = screen.getByRole<HTMLImageElement>("img", { name: "Aki Tanaka" });
    expect(picture.src).toContain("/aki.webp");
    expect(picture.style.width).toBe("48px");
  });

  it("shows the initials if there is no picture", () => {
    render(<Avatar alt="Aki Tanaka" />);
    expect(screen.getByRole("img", { name: "Aki Tanaka" }).textContent).toBe("AT");
  });

  it("shows the initials if the picture does not load, and tries the next picture", () => {
    const { rerender } = render(<Avatar alt="Aki" src="/gone.webp" />);
    fireEvent.error(screen.getByRole("img"));
    expect(screen.getByRole("img", { name: "Aki" }).textContent).toBe("A");
    rerender(<Avatar alt="Aki" src="/new.webp" />);
    expect(screen.getByRole<HTMLImageElement>("img").src).toContain("/new.webp");
  });

  it("is decoration if the page shows the name beside it", () => {
    const { container } = render(<Avatar alt="" name="Aki" />);
    expect(screen.queryByRole("img")).toBeNull();
    expect(container.textContent).toBe("A");
  });
});
