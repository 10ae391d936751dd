import { render } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { endIntoView } from "./end-into-view";

it("brings a part into view each time it appears, and not when it is drawn again", () => {
  const scroll = vi.fn();
  Element.prototype.scrollIntoView = scroll;
  const Part = ({ words }: { words: string | null }) =>
    words === null ? null : <p ref={endIntoView}>{words}</p>;
  const { rerender } = render(<Part words={null} />);
  expect(scroll).not.toHaveBeenCalled();
  rerender(<Part words="It failed." />);
  expect(scroll).toHaveBeenCalledExactlyOnceWith({ block: "end" });
  rerender(<Part words="It failed, again." />);
  expect(scroll).toHaveBeenCalledOnce();
  rerender(<Part words={null} />);
  rerender(<Part words="It failed." />);
  expect(scroll).toHaveBeenCalledTimes(2);
});
