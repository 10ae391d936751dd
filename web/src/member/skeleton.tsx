/** Grey shapes where a card, a list or a conversation will stand, so that the page does not jump when its data comes. */
import { useText } from "#/i18n/use-text";

export type SkeletonShape = "card" | "list" | "conversation";

const block = "rounded-md bg-sunken animate-breathe";

export function Skeleton({ shape }: { shape: SkeletonShape }) {
  const t = useText();
  return (
    <div className="flex animate-appear flex-col gap-3">
      <p role="status" className="m-0">
        <span className="sr-only">{t("shell.loading")}</span>
        <span className="late text-sm text-muted">{t("shell.slow")}</span>
      </p>
      <div aria-hidden="true" className="flex flex-col gap-3">
        {shapes[shape]}
      </div>
    </div>
  );
}

const row = (key: number) => (
  <div key={key} className="flex items-center gap-3 p-3">
    <div className={`size-14 shrink-0 rounded-full ${block}`} />
    <div className="flex grow flex-col gap-2">
      <div className={`h-5 w-2/5 ${block}`} />
      <div className={`h-4 w-4/5 ${block}`} />
    </div>
  </div>
);

const bubbles = ["w-3/5", "w-2/5 self-end", "w-4/5", "w-1/2 self-end"];

const shapes = {
  card: (
    <>
      <div className={`aspect-[4/5] w-full rounded-lg ${block}`} />
      <div className={`h-7 w-1/2 ${block}`} />
      <div className={`h-5 w-4/5 ${block}`} />
    </>
  ),
  list: [0, 1, 2, 3].map(row),
  conversation: bubbles.map((width) => <div key={width} className={`h-11 ${width} ${block}`} />),
};
