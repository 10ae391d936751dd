import { act, renderHook } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { useAsked } from "./use-asked";

const settle = () => act(async () => undefined);

it("asks once, although each drawing brings a new function", async () => {
  const ask = vi.fn(async () => "answer");
  const { result, rerender } = renderHook(() => useAsked(() => ask()));
  expect(result.current).toMatchObject({ answer: null, error: null });
  rerender();
  await settle();
  expect(result.current).toMatchObject({ answer: "answer", error: null });
  expect(ask).toHaveBeenCalledOnce();
});

it("forgets an error as soon as it asks again, and asks what is wanted then", async () => {
  const refused = new Error("refused");
  const ask = vi.fn(async (id: number) => {
    if (id === 1) throw refused;
    return id;
  });
  const { result, rerender } = renderHook(({ id }) => useAsked(() => ask(id)), {
    initialProps: { id: 1 },
  });
  await settle();
  expect(result.current).toMatchObject({ answer: null, error: refused });
  rerender({ id: 2 });
  act(() => result.current.retry());
  expect(result.current).toMatchObject({ answer: null, error: null });
  await settle();
  expect(result.current).toMatchObject({ answer: 2, error: null });
});

it("takes no answer of an attempt that another one has replaced", async () => {
  const answers: ((answer: string) => void)[] = [];
  const ask = () => new Promise<string>((resolve) => answers.push(resolve));
  const { result } = renderHook(() => useAsked(ask));
  act(() => result.current.retry());
  answers[1]?.("second");
  answers[0]?.("first");
  await settle();
  expect(result.current.answer).toBe("second");
});
