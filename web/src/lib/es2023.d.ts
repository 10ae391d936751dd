/**
 * The types of the ES2023 functions that the oldest supported browsers have. `tsconfig.json` leaves out the library of
 * ES2023, because these browsers lack its other functions, such as `toSorted`.
 */
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
