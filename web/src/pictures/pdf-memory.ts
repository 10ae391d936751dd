/**
 * Makes large memory allocations in the pdf.js worker fail. A few kilobytes of a PDF can unpack to gigabytes, and the
 * browser of a phone would then end the whole page. pdf.js doubles a full buffer and copies the old buffer, so it uses
 * up to one and a half times `maxBytes` at once.
 */

/** The largest allocation: a picture of 50 megapixels with four bytes per pixel. */
const maxBytes = 200 * 1024 * 1024;

/** The constructors that allocate memory. The PDF file may decide the length that pdf.js passes to a constructor. */
const names = [
  "ArrayBuffer",
  "Int8Array",
  "Uint8Array",
  "Uint8ClampedArray",
  "Int16Array",
  "Uint16Array",
  "Int32Array",
  "Uint32Array",
  "Float16Array",
  "Float32Array",
  "Float64Array",
];

type Constructor = (new (...values: unknown[]) => object) & { BYTES_PER_ELEMENT?: number };

for (const name of names) {
  const native = Reflect.get(globalThis, name) as Constructor | undefined;
  // Older browsers have no Float16Array.
  if (!native) continue;
  const elementBytes = native.BYTES_PER_ELEMENT ?? 1;
  const limited: Constructor = new Proxy(native, {
    construct(target, values: unknown[], newTarget): object {
      const [length] = values;
      if (typeof length === "number" && length * elementBytes > maxBytes) {
        throw new RangeError("the PDF needs too much memory");
      }
      return Reflect.construct(target, values, newTarget === limited ? target : newTarget);
    },
  });
  Reflect.set(globalThis, name, limited);
}

// Hide `DecompressionStream`, which ignores the limit, so that pdf.js unpacks with the limited constructors.
Reflect.set(globalThis, "DecompressionStream", undefined);

export {};
