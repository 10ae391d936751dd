/** Modules that `bundle.ts` makes while it bundles. */

/** The ids of core/src/catalogue, without names and coordinates. */
declare module "enmusubi:ids" {
  export const cities: string[];
  export const employers: string[];
  export const tags: Record<string, number[]>;
}

/** What ajv makes of `rules-ajv.ts`. */
declare module "enmusubi:ajv-compiled" {
  type Check = { (value: unknown): boolean; errors?: object[] | null };
  export const checkProfile: Check;
  export const checkNickname: Check;
}
