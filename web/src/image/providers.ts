/** Where a picture comes from: through the image proxy, or as it is. */
import { joinModifiers, type Modifiers } from "./modifiers";

export type Provider = "ipx" | "none";

/** From a source and what to do with it to an address. */
type AddressOf = (source: string, modifiers: Modifiers) => string;

const proxyPath = `${import.meta.env.BASE_URL}_ipx`;

/** What comes before a photo's name in the API's own address of it; the proxy wants the name alone. */
const beforePhoto = /^.*\/file\/fetch(?=\/[^/]+$)/;

const providers: Record<Provider, AddressOf> = {
  none: (source) => source,
  ipx(source, modifiers) {
    if (isElsewhere(source)) return source;
    const { pathname, search } = new URL(source, window.location.origin);
    // What signs the source (`?exp=…&sig=…`) is read by the proxy at the end of its own address.
    const path = pathname.replace(beforePhoto, "");
    return `${proxyPath}/${joinModifiers(modifiers)}${path}${search}`;
  },
};

/** The address of a picture. */
export function imageUrl(source: string, modifiers: Modifiers, provider: Provider = "ipx"): string {
  return getProvider(provider)(source, modifiers);
}

/** Whether asking for another size makes another address. */
export function isResized(source: string, provider: Provider): boolean {
  getProvider(provider);
  return provider !== "none" && !isElsewhere(source);
}

function getProvider(name: Provider): AddressOf {
  const found = Object.hasOwn(providers, name) ? providers[name] : undefined;
  if (!found) throw new Error(`Unknown image provider "${name}"`);
  return found;
}

/** The proxy fetches nothing from other servers, and what the browser holds it cannot see. */
function isElsewhere(source: string): boolean {
  return /^(?:https?:|blob:|data:|\/\/)/i.test(source);
}
