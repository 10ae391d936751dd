/** A field for one file, with the picked file's name and perhaps a preview. */
import { Spinner } from "#/ui/button";
import { DocumentPicture } from "#/ui/document-picture";
import { Icon } from "#/ui/icon";
import { describedBy, FieldFrame, type FieldTexts } from "./field-frame";

interface FileFieldProps extends FieldTexts {
  fileName: string | null;
  /** The picture that will be sent, shown in full width below the name, and a text about it. */
  preview?: { url: string; label: string; text: string } | undefined;
  detail?: string | undefined;
  /** The accessible name of the tick that marks a file as ready to be sent. */
  readyLabel?: string | undefined;
  pickLabel: string;
  removeLabel: string;
  accept: string;
  busyLabel?: string | undefined;
  onPick: (file: File) => void;
  onRemove: () => void;
}

export function FileField(props: FileFieldProps) {
  const { id, fileName, error, preview, readyLabel } = props;
  return (
    <FieldFrame {...props}>
      <div
        className={`relative flex min-h-14 items-center gap-3 rounded-md bg-surface py-2 pl-4 has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus ${
          error
            ? "border-2 border-danger"
            : `border-control ${fileName ? "border" : "border-2 border-dashed"}`
        }`}
      >
        <span className="flex min-w-0 flex-1 flex-col">
          <span className={`truncate ${fileName ? "text-ink" : "text-muted"}`}>
            {fileName ?? props.pickLabel}
          </span>
          {props.detail ? <span className="text-sm text-muted">{props.detail}</span> : null}
        </span>
        <span role="status" className="flex shrink-0 items-center gap-2 text-sm text-muted">
          {props.busyLabel ? (
            <>
              <Spinner />
              {props.busyLabel}
            </>
          ) : null}
          {readyLabel ? (
            <Icon name="circle-check" label={readyLabel} className="size-6 text-ok" />
          ) : null}
          {preview ? <span className="sr-only">{preview.text}</span> : null}
        </span>
        <input
          id={id}
          type="file"
          accept={props.accept}
          className="absolute inset-0 size-full cursor-pointer text-[0] opacity-0"
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(props)}
          onChange={(event) => {
            const file = event.target.files?.[0];
            // Without the reset, picking the same file again after removing it would fire no change event.
            event.target.value = "";
            if (file) props.onPick(file);
          }}
        />
        {fileName ? (
          <button
            type="button"
            className="relative min-h-11 shrink-0 cursor-pointer rounded-sm border-0 bg-transparent px-4 text-accent underline"
            // The label names the field, because a page can have two of these buttons.
            aria-label={`${props.removeLabel}: ${props.label}`}
            onClick={props.onRemove}
          >
            {props.removeLabel}
          </button>
        ) : null}
      </div>
      {preview ? (
        <figure className="m-0 mt-3 flex flex-col gap-2">
          <DocumentPicture
            url={preview.url}
            label={`${preview.label}: ${props.label}`}
            alt={preview.label}
            className="max-h-[50vh] rounded-md border border-control bg-sunken"
          />
          <figcaption aria-hidden className="text-sm text-muted">
            {preview.text}
          </figcaption>
        </figure>
      ) : null}
    </FieldFrame>
  );
}
