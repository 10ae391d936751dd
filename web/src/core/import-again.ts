/**
 * Imports a chunk under another address. The browser keeps a module that failed while it ran, and never
 * runs it again: later imports of its address reject in Chromium, and resolve without its values in WebKit.
 */
export async function importAgain<Module>(address: string, nTries: number): Promise<Module> {
  return (await import(/* @vite-ignore */ `${address}?try=${nTries}`)) as Module;
}
