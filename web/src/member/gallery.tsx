/** The photos of a person, one at a time. Buttons and swipes change the photo. No swipe answers an introduction. */
import { useRef, useState } from "react";
import type { PersonOnCard } from "#/api/introductions";
import { useText } from "#/i18n/use-text";
import { AppImage } from "#/image/app-image";
import { thumbhashUrl } from "#/image/thumbhash";
import { Icon } from "#/ui/icon";

interface Props {
  photos: PersonOnCard["photos"];
  name: string;
  /** Called if a photo does not load. Its signed address may have expired, so the caller fetches new addresses. */
  onExpired: () => void;
}

const pauseMs = 60_000;

export function Gallery({ photos, name, onExpired }: Props) {
  const t = useText();
  const list = useRef<HTMLUListElement>(null);
  const expiredAtMs = useRef(Number.NEGATIVE_INFINITY);
  const [index, setIndex] = useState(0);
  const turn = (to: number) => {
    const width = list.current?.clientWidth ?? 0;
    list.current?.scrollTo({ left: to * width });
    setIndex(to);
  };
  const onScroll = () => {
    const { scrollLeft = 0, clientWidth = 0 } = list.current ?? {};
    if (clientWidth > 0) setIndex(Math.round(scrollLeft / clientWidth));
  };
  // Without a pause, a photo that never loads would make the page request new addresses in a loop.
  const noteExpired = () => {
    const nowMs = Date.now();
    if (nowMs - expiredAtMs.current < pauseMs) return;
    expiredAtMs.current = nowMs;
    onExpired();
  };
  const isMany = photos.length > 1;
  return (
    <div className="relative mx-auto w-full max-w-[480px] overflow-hidden rounded-lg bg-sunken">
      <ul
        ref={list}
        onScroll={onScroll}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll a list only while it has the focus.
        tabIndex={0}
        aria-label={t("member.photos", { name })}
        className="m-0 flex list-none snap-x scroll-smooth snap-mandatory overflow-x-auto overscroll-x-contain p-0 [scrollbar-width:none]"
      >
        {photos.map((photo, at) => (
          <li key={photo.fileId} className="w-full shrink-0 snap-center" aria-hidden={at !== index}>
            <AppImage
              src={photo.url}
              alt={t("member.photo", { name, number: at + 1, count: photos.length })}
              preset="portrait"
              placeholder={thumbhashUrl(photo.thumbhash)}
              isUrgent={at === 0}
              onError={noteExpired}
              className="block aspect-3/4 max-h-[54vh] min-h-72 w-full object-cover object-[50%_30%]"
            />
          </li>
        ))}
      </ul>
      {isMany ? (
        <>
          <TurnButton
            side="left"
            label={t("member.photoBefore")}
            isDisabled={index === 0}
            onClick={() => turn(index - 1)}
          />
          <TurnButton
            side="right"
            label={t("member.photoNext")}
            isDisabled={index === photos.length - 1}
            onClick={() => turn(index + 1)}
          />
          <p
            role="status"
            className="absolute right-3 bottom-3 m-0 rounded-full bg-over-photo px-3 py-0.5 text-sm text-ink tabular-nums"
          >
            <span aria-hidden="true">
              {index + 1} / {photos.length}
            </span>
            <span className="sr-only">
              {t("member.photo", { name, number: index + 1, count: photos.length })}
            </span>
          </p>
        </>
      ) : null}
    </div>
  );
}

interface TurnButtonProps {
  side: "left" | "right";
  label: string;
  isDisabled: boolean;
  onClick: () => void;
}

function TurnButton({ side, label, isDisabled, onClick }: TurnButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      // With `disabled` instead, the button would lose the focus at the last photo.
      aria-disabled={isDisabled}
      onClick={() => {
        if (!isDisabled) onClick();
      }}
      className={`absolute top-1/2 grid size-11 -translate-y-1/2 place-items-center rounded-full bg-over-photo text-ink aria-disabled:opacity-40 ${
        side === "left" ? "left-2" : "right-2"
      }`}
    >
      <Icon name={side === "left" ? "chevron-left" : "chevron-right"} />
    </button>
  );
}
