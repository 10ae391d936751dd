/** Locates the device. Rounds the location to the centre of a cell, so that exact coordinates stay on the device. */
import type { Core } from "#/core/core";
import { useText } from "#/i18n/use-text";

/** The options of the Geolocation API, as docs/product.md specifies them. */
const geolocationOptions: PositionOptions = {
  maximumAge: 30_000,
  timeout: 27_000,
  enableHighAccuracy: true,
};

export type LocationFailure = "denied" | "unavailable" | "timeout";

const failures: Record<number, LocationFailure> = { 1: "denied", 2: "unavailable", 3: "timeout" };

const settingsPaths = ["iphone", "android", "miniApp"] as const;

export interface CellCentre {
  latitude: number;
  longitude: number;
}

export function canLocate(core: Core): boolean {
  return core.snapToCell(0, 0) !== null && "geolocation" in navigator;
}

interface Callbacks {
  onCell: (cell: CellCentre) => void;
  onFailure: (failure: LocationFailure) => void;
}

export function locate(core: Core, { onCell, onFailure }: Callbacks): void {
  navigator.geolocation.getCurrentPosition(
    ({ coords }) => {
      const cell = core.snapToCell(coords.latitude, coords.longitude);
      if (cell) onCell(cell);
      else onFailure("unavailable");
    },
    ({ code }) => onFailure(failures[code] ?? "unavailable"),
    geolocationOptions,
  );
}

export function LocationHelp({ failure, text }: { failure: LocationFailure; text: string }) {
  const t = useText();
  return (
    <div className="flex flex-col gap-2 rounded-md bg-sunken p-4 text-sm">
      <p className="m-0">{text}</p>
      {failure === "denied" ? (
        <ul className="m-0 flex list-disc flex-col gap-1 pl-5">
          {settingsPaths.map((path) => (
            <li key={path}>{t(`register.location.settings.${path}`)}</li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
