/** Loads what the page of photos needs later, so that it is there without a network. */
import { warmPreparing } from "../../../pictures/prepare";

export async function warmPictures(): Promise<void> {
  await Promise.all([
    warmPreparing(),
    import("./photo-dialog"),
    import("./crop-dialog"),
    import("./drag-order"),
  ]);
}
