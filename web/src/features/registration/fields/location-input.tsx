/** The device's place, asked for by a tap and kept only as the middle of its cell. */
import { useState } from "react";
import { FieldError, Remark } from "../../../ui/fields/field-frame";
import { controlId, useErrorAt, useFormState, useFormTools } from "../form/form-context";
import { asksField } from "../form/page-table";

/** Seed, section 9. */
const geolocationOptions: PositionOptions = {
  maximumAge: 30_000,
  timeout: 27_000,
  enableHighAccuracy: true,
};

type Asking = "idle" | "asking" | "denied" | "unavailable" | "timeout";

/** By the codes of the Geolocation API. */
const failures: Record<number, Asking> = { 1: "denied", 2: "unavailable", 3: "timeout" };

/** Where a refusal can be taken back. */
const settingsPaths = ["iphone", "android", "miniApp"] as const;

/** A button that asks, or what was found and a button that takes it back. */
export function LocationInput() {
  const { core, store, t } = useFormTools();
  const [asking, setAsking] = useState<Asking>("idle");
  const isKnown = useFormState(({ draft }) => draft.latitude != null && draft.longitude != null);
  const latitude = useErrorAt("latitude");
  const longitude = useErrorAt("longitude");
  const id = controlId("latitude");

  // Without the core a place cannot be made coarse, and an exact one must not be told.
  const canSnap = core.snapToCell(0, 0) !== null;
  const isAsked = asksField(store.scope, "latitude");
  if (!isAsked || !canSnap || !("geolocation" in navigator)) return null;

  const put = (cell: { latitude: number; longitude: number } | null) => {
    store.setField("latitude", cell?.latitude);
    store.setField("longitude", cell?.longitude);
  };
  const ask = () => {
    // The permission prompt may take the page away on some phones.
    store.saveNow();
    setAsking("asking");
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        put(core.snapToCell(coords.latitude, coords.longitude));
        setAsking("idle");
      },
      ({ code }) => setAsking(failures[code] ?? "unavailable"),
      geolocationOptions,
    );
  };

  return (
    <div className="flex flex-col gap-1.5">
      <p className="m-0 font-semibold text-ink">
        {t("register.location.label")}{" "}
        <span className="ml-1 text-sm font-normal text-muted">{t("register.optional")}</span>
      </p>
      <p id={`${id}-hint`} className="m-0 text-sm text-muted">
        {t("register.location.hint")}
      </p>
      <Remark id={id} remark={store.scope.remarks.get("latitude")} />
      <FieldError id={id} error={latitude.message ?? longitude.message} />
      <button
        id={id}
        type="button"
        aria-describedby={`${id}-hint`}
        aria-busy={asking === "asking"}
        className="min-h-12 cursor-pointer rounded-md border border-control bg-surface px-4 text-ink hover:bg-sunken aria-busy:cursor-wait aria-busy:text-muted"
        onClick={() => {
          // Not disabled while it asks: that would take the focus away.
          if (asking === "asking") return;
          if (isKnown) put(null);
          else ask();
        }}
      >
        {t(actionText(asking, isKnown))}
      </button>
      <div aria-live="polite" className="text-ink">
        {isKnown ? <p className="m-0">{t("register.location.known")}</p> : null}
        <Failure asking={asking} />
      </div>
    </div>
  );
}

/** Nothing has to be mended: the city does as well, so this is no error of the form. */
function Failure({ asking }: { asking: Asking }) {
  const { t } = useFormTools();
  if (asking === "idle" || asking === "asking") return null;
  return (
    <div className="flex flex-col gap-2 rounded-md bg-sunken p-4 text-sm">
      <p className="m-0">{t(`register.location.${asking}`)}</p>
      {asking === "denied" ? (
        <ul className="m-0 flex list-disc flex-col gap-1 pl-5">
          {settingsPaths.map((path) => (
            <li key={path}>{t(`register.location.settings.${path}`)}</li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

function actionText(asking: Asking, isKnown: boolean): string {
  if (asking === "asking") return "register.location.asking";
  return isKnown ? "register.location.forget" : "register.location.ask";
}
