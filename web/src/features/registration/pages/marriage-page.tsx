/** Plans for marriage and children. */
import { SingleTagInput, TagInput } from "../fields/tag-input";

export function MarriagePage() {
  return (
    <>
      <SingleTagInput name="fertilityPlanTagIds" />
      <TagInput name="marriageTypeTagIds" hint />
    </>
  );
}
