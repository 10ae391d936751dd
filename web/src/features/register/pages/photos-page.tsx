/** Photos of you, picked from the device. */
import { PhotoGrid } from "../../../ui/fields/photo-grid";
import { controlId, useForm } from "../form/form-context";
import { fieldTexts } from "../inputs/inputs";
import { pathOfPlace } from "../photos/picks";
import { usePickUrls } from "../photos/use-pick-urls";

/** The kinds the server takes; naming them makes iOS hand over HEIC pictures as JPEG. */
const photoTypes = "image/jpeg,image/png,image/webp";

export function PhotosPage() {
  const form = useForm();
  const { store, t, errors } = form;
  const { picks, submit } = form.state;
  const urls = usePickUrls(store.userId, picks.photos);
  const texts = fieldTexts(form, { name: "photoNameList", hint: true });
  const hasSlotError = errors.some((error) => error.path.startsWith("photoNameList["));
  return (
    <PhotoGrid
      {...texts}
      error={hasSlotError ? undefined : texts.error}
      accept={photoTypes}
      slots={picks.photos.map((pick, slot) => {
        const path = pathOfPlace(slot);
        const isGoingUp = submit.step === "uploading" && submit.place === slot;
        return {
          id: controlId(path),
          pickLabel: t("register.photo.add", { number: slot + 1 }),
          removeLabel: t("register.photo.remove", { number: slot + 1 }),
          alt: t("register.photo.label", { number: slot + 1 }),
          url: pick && (urls.get(pick.key) ?? ""),
          badge: slot === 0 ? t("register.photo.main") : undefined,
          error: form.errorAt(path),
          progress: isGoingUp ? submit.fraction : undefined,
        };
      })}
      onBeforePick={store.saveNow}
      onPick={(slot, files) => void store.addPhotos(slot, files)}
      onRemove={(slot) => store.removePick(slot)}
    />
  );
}
