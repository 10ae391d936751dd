/**
 * Imports a chunk under another address. The browser never loads a module again that failed once: a further import of
 * the same address rejects in Chromium, and in WebKit resolves without the module's values.
 */
export async function importAgain<Module>(address: string, nTries: number): Promise<Module> {
  return (await import(/* @vite-ignore */ `${address}?try=${nTries}`)) as Module;
}
