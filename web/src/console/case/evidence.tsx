/**
 * The photos and documents of a case. The page hides each file until the reviewer opens it, and hides it again after 20
 * seconds, or after a minute if it is a picture of a document. A hidden picture appears as a blur, which the page draws
 * from about 25 bytes in the facts of the case. Each opening fetches the file again, so that the server logs the
 * opening. PDFs come from earlier versions of the app.
 */
import { useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import { type CaseClaim, type EvidenceFile, openEvidence } from "#/api/review-cases";
import { CaseConflict, type CaseStanding } from "#/api/review-client";
import { Key, useKeys } from "#/console/keys";
import { refusalText } from "#/console/refusal";
import type { MessageId } from "#/i18n/message-id";
import { useText } from "#/i18n/use-text";
import { thumbhashUrl } from "#/image/thumbhash";
import { useIsShown } from "#/lib/is-shown";
import { useSecondsUntil } from "#/lib/use-now";
import { Button, buttonClass, Spinner } from "#/ui/button";
import { DocumentPicture } from "#/ui/document-picture";
import { Icon } from "#/ui/icon";

const shownMs = 20_000;
/** An opened document stays on the screen for longer than a photo, because it may have five pages. */
const documentShownMs = 60_000;
const documents: readonly string[] = ["verifyTempFileName", "ageProofFileName"];
const maxKeys = 9;

interface Props {
  claim: CaseClaim;
  files: readonly EvidenceFile[];
  birthday?: string | undefined;
  onLost: (standing: CaseStanding) => void;
}

export function EvidenceList({ claim, files, birthday, onLost }: Props) {
  const toggles = useRef(new Map<string, () => void>());
  const register = useCallback((id: string, toggle: () => void) => {
    toggles.current.set(id, toggle);
    return () => void toggles.current.delete(id);
  }, []);
  const keyed = files.slice(0, maxKeys);
  useKeys(
    Object.fromEntries(
      keyed.map(({ id }, index) => [String(index + 1), () => toggles.current.get(id)?.()]),
    ),
  );
  return (
    <ul className="grid grid-cols-3 gap-2">
      {files.map((file, index) => (
        <Tile
          key={file.id}
          claim={claim}
          file={file}
          birthday={file.field === "ageProofFileName" ? birthday : undefined}
          letter={index < maxKeys ? String(index + 1) : null}
          register={register}
          onLost={onLost}
        />
      ))}
    </ul>
  );
}

type Tile =
  | { kind: "hidden" }
  | { kind: "loading" }
  | { kind: "shown"; url: string; endsAtMs: number }
  | { kind: "failed"; problem: MessageId };

interface TileProps extends Omit<Props, "files"> {
  file: EvidenceFile;
  letter: string | null;
  register: (id: string, toggle: () => void) => () => void;
}

function Tile({ claim, file, birthday, letter, register, onLost }: TileProps) {
  const t = useText();
  const { tile, show, hide } = useEvidence(claim, file, onLost);
  const isOpen = tile.kind === "shown";
  const toggle = isOpen ? hide : show;
  const toggleNow = useEffectEvent(() => toggle());
  useEffect(() => register(file.id, () => toggleNow()), [register, file.id]);
  const blurred = thumbhashUrl(file.thumbhash);
  return (
    <li className={`flex min-w-0 flex-col gap-1 ${isOpen ? "col-span-full" : ""}`}>
      {isOpen ? (
        <Shown file={file} tile={tile} onHide={hide} />
      ) : (
        <button
          type="button"
          aria-busy={tile.kind === "loading" || undefined}
          aria-keyshortcuts={letter ?? undefined}
          onClick={show}
          className="evidence-veil relative flex aspect-square w-full items-center justify-center overflow-hidden rounded-md border border-control bg-sunken p-1 text-sm font-semibold text-ink hover:border-ink"
        >
          {blurred ? (
            <img
              src={blurred}
              alt=""
              className="absolute inset-0 size-full object-cover grayscale"
            />
          ) : null}
          <span className="relative flex flex-col items-center gap-1 rounded-md bg-sunken px-2 py-1">
            {tile.kind === "loading" ? <Spinner /> : <Icon name="eye" className="size-6" />}
            <span>
              {t("console.evidence.show")}
              <span className="sr-only"> {file.label}</span>
            </span>
            {letter ? <Key>{letter}</Key> : null}
          </span>
        </button>
      )}
      <p className="m-0 text-sm leading-tight text-muted wrap-anywhere">
        {file.label}
        {file.isChanged ? (
          <strong className="text-accent"> · {t("console.facts.changed")}</strong>
        ) : null}
      </p>
      {birthday ? (
        <p className="m-0 text-sm leading-tight font-semibold">
          {t("console.age.birthday", { birthday })}
        </p>
      ) : null}
      {tile.kind === "failed" ? (
        <p role="alert" className="m-0 text-sm font-semibold text-danger">
          {t(tile.problem)}
        </p>
      ) : null}
    </li>
  );
}

interface ShownProps {
  file: EvidenceFile;
  tile: Extract<Tile, { kind: "shown" }>;
  onHide: () => void;
}

function Shown({ file, tile, onHide }: ShownProps) {
  const t = useText();
  return (
    <div className="flex flex-col gap-2 rounded-md border border-control bg-sunken p-2">
      {!file.isPdf ? (
        <Picture file={file} url={tile.url} />
      ) : (
        // A PDF is untrusted, so the console never embeds it. Links open it in a new tab or download it.
        <div className="flex flex-wrap gap-2">
          <a
            href={tile.url}
            target="_blank"
            rel="noopener noreferrer"
            className={buttonClass("secondary")}
          >
            {t("console.evidence.openPdf")}
          </a>
          <a href={tile.url} download={`${file.field}.pdf`} className={buttonClass("ghost")}>
            {t("console.evidence.download")}
          </a>
        </div>
      )}
      <div className="flex items-center justify-between gap-2">
        <Countdown endsAtMs={tile.endsAtMs} />
        <Button variant="ghost" onClick={onHide}>
          {t("console.evidence.hide")}
        </Button>
      </div>
    </div>
  );
}

function Picture({ file, url }: { file: EvidenceFile; url: string }) {
  // The opened tile is larger and may extend below the screen, so scroll it into view.
  const show = (element: HTMLElement) => element.scrollIntoView({ block: "nearest" });
  const { label } = file;
  if (documents.includes(file.field)) {
    const className = "max-h-[62vh] rounded-sm";
    return <DocumentPicture {...{ url, label, className }} alt={label} onLoad={show} />;
  }
  return (
    <img
      src={url}
      alt={label}
      onLoad={({ currentTarget }) => show(currentTarget)}
      className="mx-auto max-h-[62vh] w-full rounded-sm object-contain"
    />
  );
}

function Countdown({ endsAtMs }: { endsAtMs: number }) {
  const t = useText();
  const seconds = useSecondsUntil(endsAtMs);
  return (
    <span className="text-sm text-muted tabular-nums">
      {t("console.evidence.hidesIn", { seconds })}
    </span>
  );
}

function useEvidence(
  claim: CaseClaim,
  file: EvidenceFile,
  onLost: (standing: CaseStanding) => void,
) {
  const isShown = useIsShown();
  const [tile, setTile] = useState<Tile>({ kind: "hidden" });
  const url = tile.kind === "shown" ? tile.url : null;
  const lengthMs = documents.includes(file.field) && !file.isPdf ? documentShownMs : shownMs;
  const hide = useCallback(() => setTile({ kind: "hidden" }), []);

  useEffect(() => {
    if (url === null) return;
    const timer = setTimeout(hide, lengthMs);
    return () => {
      clearTimeout(timer);
      URL.revokeObjectURL(url);
    };
  }, [url, hide, lengthMs]);

  const show = async () => {
    if (tile.kind === "loading") return;
    setTile({ kind: "loading" });
    try {
      const blob = await openEvidence(claim, file.id);
      if (!isShown()) return;
      setTile({
        kind: "shown",
        url: URL.createObjectURL(asType(blob, file)),
        endsAtMs: Date.now() + lengthMs,
      });
    } catch (error) {
      if (!isShown()) return;
      if (error instanceof CaseConflict) {
        onLost(error.standing);
        return setTile({ kind: "hidden" });
      }
      setTile({ kind: "failed", problem: refusalText(error) });
    }
  };
  return { tile, show: () => void show(), hide };
}

const imageTypes = ["image/jpeg", "image/png", "image/webp"];

/** Gives the file a type that browsers do not run. In a new tab, an HTML file would run as a page of the console. */
function asType(blob: Blob, { isPdf }: EvidenceFile): Blob {
  if (isPdf) return new Blob([blob], { type: "application/pdf" });
  const type = blob.type.split(";", 1)[0] ?? "";
  return new Blob([blob], { type: imageTypes.includes(type) ? type : "image/jpeg" });
}
