/** The first photo of a person in a circle. */
import type { PersonOnCard } from "#/api/introductions";
import { imageAttributes } from "#/image/attributes";
import { Avatar } from "#/ui/avatar";

/** The `alt` text is empty, because the page shows the person's name beside the picture. */
export function PersonPicture({ person: { nickname, photos } }: { person: PersonOnCard }) {
  const [photo] = photos;
  const picture = photo ? imageAttributes(photo.url, "largeAvatar") : undefined;
  return <Avatar alt="" name={nickname} src={picture?.src} srcSet={picture?.srcSet} />;
}
