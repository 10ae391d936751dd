/** The providers of pictures: the image proxy, or the source itself. */
import { joinModifiers, type Modifiers } from "./modifiers";

export type Provider = "ipx" | "none";

/** Returns the address of a changed picture. */
type AddressOf = (source: string, modifiers: Modifiers) => string;

const proxyPath = `${import.meta.env.BASE_URL}_ipx`;

/** The part of the API's address before a photo's name. The proxy takes only the name. */
const beforePhoto = /^.*\/file\/fetch(?=\/[^/]+$)/;

const providers: Record<Provider, AddressOf> = {
  none: (source) => source,
  ipx(source, modifiers) {
    if (isElsewhere(source)) return source;
    const { pathname, search } = new URL(source, window.location.origin);
    // The proxy reads the source's signature (`?exp=…&sig=…`) from the end of its own address.
    const path = pathname.replace(beforePhoto, "");
    return `${proxyPath}/${joinModifiers(modifiers)}${path}${search}`;
  },
};

export function imageUrl(source: string, modifiers: Modifiers, provider: Provider = "ipx"): string {
  return getProvider(provider)(source, modifiers);
}

/** True if the provider can resize this picture. */
export function isResized(source: string, provider: Provider): boolean {
  getProvider(provider);
  return provider !== "none" && !isElsewhere(source);
}

function getProvider(name: Provider): AddressOf {
  const found = Object.hasOwn(providers, name) ? providers[name] : undefined;
  if (!found) throw new Error(`Unknown image provider "${name}"`);
  return found;
}

/** True for other servers, from which the proxy fetches nothing, and for data that only the browser has. */
function isElsewhere(source: string): boolean {
  return /^(?:https?:|blob:|data:|\/\/)/i.test(source);
}
