import { expect, test } from "vitest";

test("refuses large pieces of memory, and gives all others", async () => {
  const native = Uint8Array;
  await import("./pdf-memory");
  const large = 300 * 1024 * 1024;
  expect(() => new ArrayBuffer(large)).toThrow(RangeError);
  expect(() => new Uint8Array(large)).toThrow(RangeError);
  expect(() => new Uint32Array(large / 4)).toThrow(RangeError);
  const small = new Uint8Array([1, 2, 3]);
  expect(small).toBeInstanceOf(native);
  expect([...new Uint8Array(new Uint8Array([4, 5]).buffer)]).toEqual([4, 5]);
  expect(Uint8Array.from({ length: 2 }, (_, index) => index)).toHaveLength(2);
  expect(() => new Int16Array(large / 2)).toThrow(RangeError);
  expect("DecompressionStream" in globalThis && globalThis.DecompressionStream).toBeFalsy();
  class Bytes extends Uint8Array {}
  expect(new Bytes(3)).toBeInstanceOf(Bytes);
});
