/** The part of ES2023 that the oldest browsers have. `tsconfig.json` leaves out the rest, such as `toSorted`. */
interface ReadonlyArray<T> {
  findLast<Found extends T>(is: (value: T, index: number) => value is Found): Found | undefined;
  findLast(is: (value: T, index: number) => unknown): T | undefined;
}
interface Array<T> {
  findLast<Found extends T>(is: (value: T, index: number) => value is Found): Found | undefined;
  findLast(is: (value: T, index: number) => unknown): T | undefined;
}
interface Uint8Array {
  findLastIndex(is: (value: number, index: number) => unknown): number;
}
