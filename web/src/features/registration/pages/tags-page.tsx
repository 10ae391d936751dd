/** Tags: what you are like and what you like to do. */
import { TagInput } from "../fields/tag-input";

export function TagsPage() {
  return (
    <>
      <TagInput name="personalityTagIds" />
      <TagInput name="exerciseTagIds" />
      <TagInput name="hobbyTagIds" />
      <TagInput name="petTagIds" />
    </>
  );
}
