/** The addresses that `vite/chunk-addresses.ts` writes. */
declare module "chunk-address:*" {
  export const address: string;
}
