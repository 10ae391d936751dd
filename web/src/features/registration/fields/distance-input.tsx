/** How far away people may live: any distance, or a number of kilometres. */
import { NumberSliderField } from "../../../ui/fields/number-slider-field";
import { formatLength } from "../form/formats";
import { stopsBetween } from "./conditions";
import { useField } from "./use-field";

/** Nobody cares about single kilometres between cities; the box takes them all the same. */
const stepKm = 10;

export function DistanceInput() {
  const { texts, text, put, tools } = useField({ name: "recommendDistanceKm", hint: true });
  const { t, ruleOf } = tools;
  return (
    <NumberSliderField
      {...texts}
      value={text}
      onChange={put}
      unit={t("register.unit.km")}
      scale={stopsBetween(ruleOf("recommendDistanceKm"), stepKm)}
      textOf={(value) => formatLength(value, "kilometer")}
      anyText={t("register.anyDistance")}
    />
  );
}
