import { expect, test } from "vitest";

test("refuses large pieces of memory, and gives all others", async () => {
  const native = Uint8Array;
  await import("./pdf-memory");
  const large = 300 * 1024 * 1024;
  expect(() => new ArrayBuffer(large)).toThrow(RangeError);
  const byteArrays = [Int8Array, Uint8Array, Uint8ClampedArray];
  const arrays = [Int16Array, Uint16Array, Int32Array, Uint32Array, Float32Array, Float64Array];
  for (const OfNumbers of [...byteArrays, ...arrays]) {
    const bytes = OfNumbers.BYTES_PER_ELEMENT;
    expect(() => new OfNumbers(large / bytes), OfNumbers.name).toThrow("too much memory");
    expect(new OfNumbers(16 / bytes).byteLength).toBe(16);
  }
  const small = new Uint8Array([1, 2, 3]);
  expect(small).toBeInstanceOf(native);
  expect([...new Uint8Array(new Uint8Array([4, 5]).buffer)]).toEqual([4, 5]);
  expect(Uint8Array.from({ length: 2 }, (_, index) => index)).toHaveLength(2);
  expect("DecompressionStream" in globalThis && globalThis.DecompressionStream).toBeFalsy();
  class Bytes extends Uint8Array {}
  expect(new Bytes(3)).toBeInstanceOf(Bytes);
});
