/**
 * Refuses large pieces of memory in the worker of pdf.js. A few kilobytes of a PDF can unpack to gigabytes, which would
 * end the whole page on a phone. pdf.js doubles a buffer when it is full, so its old and its new buffer together have at
 * most one and a half times this size.
 */

/** 50 megapixels in four colours. */
const maxBytes = 200 * 1024 * 1024;

/** The constructors with which pdf.js asks for memory, and the bytes of an element. */
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

// The browser's own decoder unpacks without these constructors. Without it, pdf.js uses one in JavaScript.
Reflect.set(globalThis, "DecompressionStream", undefined);

export {};
