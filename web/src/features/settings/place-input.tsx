/** Changes the place from which distances are measured. A tap stores it at once, without the form's "Save". */
import { useId, useState } from "react";
import { failureCode, hasCode } from "#/api/error";
import { showUnseenFailure } from "#/api/failure-toasts";
import { updatePlace } from "#/api/profile-changes";
import type { Core } from "#/core/core";
import { useText } from "#/i18n/use-text";
import { useIsShown } from "#/lib/is-shown";
import { preferences } from "#/member/choices";
import { formatMoment, formatNext } from "#/member/moments";
import { asMember } from "#/person/identify-member";
import {
  type CellCentre,
  canLocate,
  type LocationFailure,
  LocationHelp,
  locate,
} from "#/profile-form/fields/device-location";
import { Button } from "#/ui/button";
import { limitEndMs } from "./change-limit";
import { Problem } from "./problem";

type State =
  | { kind: "idle" | "locating" | "saving" | "offline" }
  | { kind: "notLocated"; failure: LocationFailure }
  | { kind: "saved"; effectiveAtMs: number }
  | { kind: "limited"; untilMs: number }
  | { kind: "failed"; code: string };

/** Stores the cell, or the city's cell for null. A failure after the member has left the page shows a toast. */
async function savePlace(cell: CellCentre | null, isShown: () => boolean): Promise<State> {
  if (!navigator.onLine) return { kind: "offline" };
  try {
    const effectiveAt = await asMember(() => updatePlace(cell));
    return { kind: "saved", effectiveAtMs: Date.parse(effectiveAt) };
  } catch (error) {
    // E008 means that the account is no longer approved. After the refresh, the route guard leaves the page.
    if (hasCode(error, "E008")) void preferences().refresh();
    showUnseenFailure(error, isShown());
    const untilMs = limitEndMs(error);
    if (untilMs !== null) return { kind: "limited", untilMs };
    return { kind: "failed", code: failureCode(error) };
  }
}

interface Props {
  core: Core;
}

/** The server never returns the stored place, so the control shows no present value and always offers both buttons. */
export function PlaceInput({ core }: Props) {
  const t = useText();
  const id = useId();
  const [state, setState] = useState<State>({ kind: "idle" });
  const isShown = useIsShown();
  const isBusy = state.kind === "locating" || state.kind === "saving";

  const save = async (cell: CellCentre | null) => {
    setState({ kind: "saving" });
    setState(await savePlace(cell, isShown));
  };
  const goHere = () => {
    if (isBusy) return;
    if (!navigator.onLine) return setState({ kind: "offline" });
    setState({ kind: "locating" });
    locate(core, {
      onCell: (cell) => {
        // A member who has left the page would not see that the place changes, so do not store the place.
        if (isShown()) void save(cell);
      },
      onFailure: (failure) => setState({ kind: "notLocated", failure }),
    });
  };
  const goToCity = () => {
    if (!isBusy) void save(null);
  };
  return (
    <fieldset aria-labelledby={id} aria-describedby={`${id}-text`} className="m-0 border-0 p-0">
      <div className="flex flex-col gap-3">
        <div className="flex flex-col gap-1.5">
          <p id={id} className="m-0 font-semibold text-ink">
            {t("settings.place.title")}
          </p>
          <div id={`${id}-text`} className="flex flex-col gap-1.5 text-sm text-muted">
            <p className="m-0">{t("settings.place.text")}</p>
            <p className="m-0">{t("settings.place.kept")}</p>
          </div>
        </div>
        {/* The buttons are not `disabled` during a call, because a disabled button would lose the focus. */}
        <div className="flex flex-wrap gap-x-3 gap-y-1">
          {canLocate(core) ? (
            <Button variant="secondary" aria-disabled={isBusy} onClick={goHere}>
              {t(state.kind === "locating" ? "register.location.asking" : "settings.place.here")}
            </Button>
          ) : null}
          <Button variant="ghost" aria-disabled={isBusy} onClick={goToCity}>
            {t("settings.place.city")}
          </Button>
        </div>
      </div>
      <div role="status" className="*:mt-2">
        <Result state={state} />
      </div>
    </fieldset>
  );
}

function Result({ state }: { state: State }) {
  const t = useText();
  switch (state.kind) {
    case "saving":
      return <p className="animate-appear text-sm text-muted">{t("settings.saving")}</p>;
    case "saved": {
      const time = formatNext(state.effectiveAtMs);
      return (
        <p className="text-sm font-semibold text-ok">{t("settings.preferences.saved", { time })}</p>
      );
    }
    case "notLocated":
      return <LocationHelp failure={state.failure} text={t(`settings.place.${state.failure}`)} />;
    case "limited": {
      const time = formatMoment(state.untilMs);
      return (
        <Problem
          title={t("settings.place.limited")}
          advice={t("settings.place.limitedUntil", { time })}
        />
      );
    }
    case "offline":
      return (
        <Problem title={t("settings.preferences.offline")} advice={t("settings.place.retry")} />
      );
    case "failed":
      return <Problem title={t(`failure.${state.code}`)} advice={t("settings.place.retry")} />;
    default:
      return null;
  }
}
