/** The type of the modules that `vite/chunk-addresses.ts` generates. */
declare module "chunk-address:*" {
  export const address: string;
}
