/** The card of a person, as other members see it. The caller provides all texts in the reader's language. */
import type { ReactNode } from "react";
import { Icon, type IconName } from "#/ui/icon";

interface PersonPhoto {
  src: string;
  alt: string;
}

export interface Person {
  title: string;
  /** The photos, with the main photo first. */
  photos: readonly PersonPhoto[];
  facts: readonly { icon: IconName; text: string }[];
  texts: readonly { label: string; text: string }[];
  /** `shared` has the tags that the reader has, too. The card shows these tags first. */
  tags: readonly { label: string; names: readonly string[]; shared?: readonly string[] }[];
}

interface Props {
  person: Person;
  gallery?: ReactNode;
  /** The level of the heading with the name: 3 below the title of a dialog or card, 2 directly on a page. */
  level?: 2 | 3;
  children?: ReactNode;
}

/** Shows the name below the main photo, so that a phone's screen has room for the name and the photo. */
export function PersonCard({ person, gallery, level = 3, children }: Props) {
  const { title, photos, facts, texts, tags } = person;
  const Title = level === 2 ? "h2" : "h3";
  const Label = level === 2 ? "h3" : "h4";
  const [main, ...others] = gallery ? [] : photos;
  return (
    <article
      aria-label={title}
      className="flex flex-col gap-5 @3xl:grid @3xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] @3xl:gap-8"
    >
      {/* Without `self-start`, the grid would stretch the photo to the height of the texts. */}
      {gallery ? <div className="@3xl:sticky @3xl:top-5 @3xl:self-start">{gallery}</div> : null}
      <div className="flex flex-col gap-5">
        {main ? <Photo {...main} className="mx-auto max-w-[480px] rounded-lg" /> : null}
        <div className="flex flex-col gap-2">
          <Title dir="auto" className="m-0 text-xl font-bold wrap-anywhere">
            {title}
          </Title>
          <ul className="m-0 flex list-none flex-col gap-1 p-0">
            {facts.map(({ icon, text }) => (
              <li key={icon} className="flex items-start gap-2">
                <Icon name={icon} className="mt-0.5 size-5 text-muted" />
                <span className="min-w-0 wrap-anywhere">{text}</span>
              </li>
            ))}
          </ul>
        </div>
        {children}
        {others.length > 0 ? (
          <ul className="m-0 grid list-none grid-cols-3 gap-2 p-0">
            {others.map((photo) => (
              <li key={photo.src}>
                <Photo {...photo} className="rounded-md" />
              </li>
            ))}
          </ul>
        ) : null}
        {texts.map(({ label, text }) => (
          <section key={label}>
            <Label className="m-0 text-sm text-muted">{label}</Label>
            <p dir="auto" className="m-0 whitespace-pre-line wrap-anywhere">
              {text}
            </p>
          </section>
        ))}
        {tags.map(({ label, names, shared = [] }) => (
          <section key={label} className="flex flex-col gap-1.5">
            <Label className="m-0 text-sm text-muted">{label}</Label>
            <ul className="m-0 flex list-none flex-wrap gap-1.5 p-0">
              {shared.map((name) => (
                <li
                  key={name}
                  className="flex items-center gap-1 rounded-full bg-accent-soft px-3 py-1 text-sm font-semibold"
                >
                  <Icon name="check" className="size-4 text-accent" />
                  {name}
                </li>
              ))}
              {names.map((name) => (
                <li key={name} className="rounded-full bg-sunken px-3 py-1 text-sm">
                  {name}
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </article>
  );
}

function Photo({ src, alt, className }: PersonPhoto & { className: string }) {
  return (
    <img
      src={src}
      alt={alt}
      className={`block aspect-3/4 w-full bg-sunken object-cover ${className}`}
    />
  );
}
