/**
 * Imports a chunk under another address, because a browser never repeats a failed load of a module. A further import of
 * the same address rejects in Chromium, and resolves without the module's values in WebKit.
 */
export async function importAgain<Module>(address: string, nTries: number): Promise<Module> {
  return (await import(/* @vite-ignore */ `${address}?try=${nTries}`)) as Module;
}
