/** The inputs for the city and for the device's location. The draft stores only the centre of the location's cell. */
import { useId, useState } from "react";
import type { ProfileDraft } from "#/core/core";
import type { MessageId } from "#/i18n/message-id";
import { text } from "#/i18n/use-text";
import type { AnswersStore } from "#/profile-form/answers/answers-store";
import {
  controlId,
  useErrorAt,
  useFormState,
  useFormTools,
} from "#/profile-form/answers/form-context";
import { asksField } from "#/profile-form/answers/page-table";
import { placeOf } from "#/profile-form/answers/place";
import { addUndoToast } from "#/profile-form/answers/undo-toast";
import { markOf } from "#/profile-form/answers/visibility";
import { closeToastOf, useOwnToast } from "#/toasts/toasts";
import { FieldError, MarkIcon, MarkText, Remark } from "#/ui/fields/field-frame";
import { SelectField } from "#/ui/fields/select-field";
import { cityGroups } from "./catalogue-options";
import { canLocate, type LocationFailure, LocationHelp, locate } from "./device-location";
import { useField } from "./inputs";

const undoKey = "undo-location";

/** The values that remove a location. After a take-back, null makes the server remove its location, too. */
const noPlace = { latitude: null, longitude: null };

/**
 * The list of cities. A change of the city removes the stored location, because distances would otherwise still be
 * measured from the location in the old city.
 */
export function CityInput() {
  const { tools, texts, text: city, onChange } = useField({ name: "city" });
  useOwnToast(undoKey);
  return (
    <SelectField
      {...texts}
      emptyLabel={tools.t("register.choose")}
      groups={cityGroups(tools)}
      value={city}
      onChange={(chosen) => {
        const { store } = tools;
        onChange(chosen);
        const isKnown = placeOf(store.scope, store.getState().draft) === "known";
        if (city && isKnown && asksField(store.scope, "latitude"))
          removeLocation(store, "register.location.removed");
      }}
    />
  );
}

function removeLocation(store: AnswersStore, title: MessageId): void {
  const { latitude, longitude } = store.getState().draft;
  storePlace(store, noPlace);
  const onUndo = () => {
    // Do not overwrite a location that the person has added meanwhile.
    if (store.getState().draft.latitude == null) storePlace(store, { latitude, longitude });
  };
  addUndoToast({ title: () => text(title), key: undoKey, onUndo });
}

function storePlace(
  store: AnswersStore,
  { latitude, longitude }: { [Name in "latitude" | "longitude"]: ProfileDraft[Name] },
): void {
  store.setField("latitude", latitude);
  store.setField("longitude", longitude);
}

const buttonClass =
  "min-h-12 cursor-pointer rounded-md border border-control bg-surface px-4 text-ink hover:bg-sunken aria-busy:cursor-wait aria-busy:text-muted sm:self-start";

export function LocationInput() {
  const tools = useFormTools();
  const { core, store, t } = tools;
  const [asking, setAsking] = useState<"idle" | "asking" | LocationFailure>("idle");
  const place = useFormState(({ draft }) => placeOf(store.scope, draft));
  const isKnown = place === "known";
  const latitude = useErrorAt("latitude");
  const longitude = useErrorAt("longitude");
  const id = controlId("latitude");
  const headingId = `${id}-heading`;

  const canAsk = canLocate(core);
  const mayBeStored = place === "hidden" || place === "removed";
  const mark = markOf(tools, "latitude");
  const isAsked = asksField(store.scope, "latitude");
  if (!isAsked || !(canAsk || mayBeStored)) return null;

  const ask = () => {
    setAsking("asking");
    locate(core, {
      onCell: (cell) => {
        storePlace(store, cell);
        closeToastOf(undoKey);
        setAsking("idle");
      },
      onFailure: setAsking,
    });
  };

  const removeHidden = () => {
    removeLocation(store, "register.location.without");
    // The pressed button disappears, so focus the button that asks for the location, or else the heading.
    document.getElementById(canAsk ? id : headingId)?.focus();
  };

  return (
    <div className="flex flex-col gap-1.5">
      <p id={headingId} tabIndex={-1} className="m-0 font-semibold text-ink">
        {t("register.location.label")}{" "}
        <span className="ml-1 text-sm font-normal text-muted">{t("register.optional")}</span>
        {mark ? <MarkIcon mark={mark} /> : null}
      </p>
      <MarkText id={id} mark={mark} />
      <p id={`${id}-hint`} className="m-0 text-sm text-muted">
        {t("register.location.hint")}
      </p>
      <Remark id={id} remark={store.scope.remarks.get("latitude")} />
      <FieldError id={id} error={latitude.message ?? longitude.message} />
      {canAsk ? (
        <button
          id={id}
          type="button"
          aria-describedby={mark ? `${id}-hint ${id}-mark` : `${id}-hint`}
          aria-busy={asking === "asking"}
          className={buttonClass}
          onClick={() => {
            // Ignore taps while the device looks for its location. A disabled button would lose the focus.
            if (asking === "asking") return;
            if (isKnown) storePlace(store, noPlace);
            else ask();
          }}
        >
          {t(actionText(asking, isKnown))}
        </button>
      ) : null}
      <div aria-live="polite" className="text-ink">
        {isKnown ? <p className="m-0">{t("register.location.known")}</p> : null}
        {/* A failure does not block the form, because distances are measured from the city if there is no location. */}
        {asking === "idle" || asking === "asking" ? null : (
          <LocationHelp failure={asking} text={t(`register.location.${asking}`)} />
        )}
      </div>
      {/* Keep this text out of the live region: a screen reader already reads the toast, which says the same. */}
      {place === "removed" ? <p className="m-0">{t("register.location.without")}</p> : null}
      {/* Hide the removal while the device looks for its location, because the new location would undo the removal. */}
      {place === "hidden" && asking !== "asking" ? <HiddenPlace onRemove={removeHidden} /> : null}
    </div>
  );
}

/** Offers to remove a location that the server may have. The server does not say whether it has a location. */
function HiddenPlace({ onRemove }: { onRemove: () => void }) {
  const { t } = useFormTools();
  const hintId = useId();
  return (
    <div className="mt-3 flex flex-col gap-1.5">
      <p id={hintId} className="m-0 text-sm text-muted">
        {t("register.location.hidden")}
      </p>
      <button type="button" aria-describedby={hintId} className={buttonClass} onClick={onRemove}>
        {t("register.location.forget")}
      </button>
    </div>
  );
}

function actionText(asking: string, isKnown: boolean): string {
  if (asking === "asking") return "register.location.asking";
  return isKnown ? "register.location.forget" : "register.location.ask";
}
