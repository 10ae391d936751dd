/** The device's place, asked for by a tap and kept only as the middle of its cell. */
import { useState } from "react";
import { FieldError } from "../../../ui/fields/field-frame";
import { controlId, useForm } from "../form/form-context";

/** Seed, section 9. */
const geolocationOptions: PositionOptions = {
  maximumAge: 30_000,
  timeout: 27_000,
  enableHighAccuracy: true,
};

/** A button that asks, or what was found and a button that takes it back. */
export function LocationInput() {
  const { core, draft, store, t, errorAt } = useForm();
  const [asking, setAsking] = useState<"idle" | "asking" | "failed">("idle");
  const isKnown = draft.latitude != null && draft.longitude != null;
  const error =
    errorAt("latitude") ??
    errorAt("longitude") ??
    (asking === "failed" ? t("register.location.failed") : undefined);
  const id = controlId("latitude");

  // Without the core a place cannot be made coarse, and an exact one must not be told.
  const canSnap = core.snapToCell(0, 0) !== null;
  if (!canSnap || !("geolocation" in navigator)) return null;

  const ask = () => {
    // The permission prompt may take the page away on some phones.
    store.saveNow();
    setAsking("asking");
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        const cell = core.snapToCell(coords.latitude, coords.longitude);
        store.setField("latitude", cell?.latitude);
        store.setField("longitude", cell?.longitude);
        setAsking("idle");
      },
      () => setAsking("failed"),
      geolocationOptions,
    );
  };
  const forget = () => {
    store.setField("latitude", undefined);
    store.setField("longitude", undefined);
  };

  return (
    <div className="flex flex-col gap-1.5">
      <p className="m-0 font-semibold text-ink">
        {t("register.location.label")}
        <span className="ml-2 text-sm font-normal text-muted">{t("register.optional")}</span>
      </p>
      <p id={`${id}-hint`} className="m-0 text-sm text-muted">
        {t("register.location.hint")}
      </p>
      <FieldError id={id} error={error} />
      <p className="m-0 text-ink" aria-live="polite">
        {isKnown ? t("register.location.known") : null}
      </p>
      <button
        id={id}
        type="button"
        aria-describedby={`${id}-hint`}
        aria-busy={asking === "asking"}
        disabled={asking === "asking"}
        className="min-h-12 cursor-pointer rounded-md border border-control bg-surface px-4 text-ink disabled:cursor-wait disabled:text-muted"
        onClick={isKnown ? forget : ask}
      >
        {t(locationAction(asking, isKnown))}
      </button>
    </div>
  );
}

function locationAction(asking: "idle" | "asking" | "failed", isKnown: boolean): string {
  if (asking === "asking") return "register.location.asking";
  return isKnown ? "register.location.forget" : "register.location.ask";
}
