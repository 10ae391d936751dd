/** Plans for marriage and children. */
import { SingleTagInput, TagInput } from "../inputs/tag-input";

export function MarriagePage() {
  return (
    <>
      <SingleTagInput name="fertilityPlanTagIds" />
      <TagInput name="marriageTypeTagIds" hint />
    </>
  );
}
