/**
 * Makes large memory allocations in the pdf.js worker fail. A few kilobytes of a PDF can unpack to gigabytes, and
 * a phone would then end the whole page. pdf.js doubles a buffer that is full, so its old and its new buffer
 * together take at most one and a half times `maxBytes`.
 */

/** The largest allocation: a picture of 50 megapixels with four bytes per pixel. */
const maxBytes = 200 * 1024 * 1024;

/** The constructors with which pdf.js allocates memory, with the number of bytes per element. */
const elementBytes = {
  ArrayBuffer: 1,
  Uint8Array: 1,
  Uint8ClampedArray: 1,
  Int16Array: 2,
  Uint32Array: 4,
};

type Constructor = new (...values: unknown[]) => object;

for (const [name, bytes] of Object.entries(elementBytes)) {
  const limited: Constructor = new Proxy(Reflect.get(globalThis, name) as Constructor, {
    construct(target, values: unknown[], newTarget): object {
      const [length] = values;
      if (typeof length === "number" && length * bytes > maxBytes) {
        throw new RangeError("the PDF needs too much memory");
      }
      return Reflect.construct(target, values, newTarget === limited ? target : newTarget);
    },
  });
  Reflect.set(globalThis, name, limited);
}

// Hide `DecompressionStream`, which ignores the limit. pdf.js then unpacks in JavaScript, with these constructors.
Reflect.set(globalThis, "DecompressionStream", undefined);

export {};
