/** The modules that `bundle.ts` generates while it bundles. */

/** The words and ids of the core's lists, without names and coordinates. */
declare module "enmusubi:lists" {
  export const gender: string[];
  export const matchGender: string[];
  export const occupationType: string[];
  export const incomeRange: string[];
  export const education: string[];
  export const verifyMethod: string[];
  export const mbti: string[];
  export const cities: string[];
  export const employers: string[];
  export const tags: Record<string, number[]>;
}

/** The code that ajv generates from `rules-ajv.ts`. */
declare module "enmusubi:ajv-compiled" {
  type Check = { (value: unknown): boolean; errors?: object[] | null };
  export const checkProfile: Check;
  export const checkNickname: Check;
}
