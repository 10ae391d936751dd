/** A picker for one file of the device, which then shows the file's name. */
import { Spinner } from "../button";
import { describedBy, FieldFrame, type FieldTexts } from "./field-frame";

interface FileFieldProps extends FieldTexts {
  fileName: string | null;
  pickLabel: string;
  removeLabel: string;
  accept: string;
  /** The step that prepares the file for sending, in words. */
  busyLabel?: string | undefined;
  /** The uploaded share of the file, from 0 to 1. */
  progress?: number | undefined;
  /** Called before the picker opens. Some phones end the page while a picker is open. */
  onBeforePick: () => void;
  onPick: (file: File) => void;
  onRemove: () => void;
}

export function FileField(props: FileFieldProps) {
  const { id, fileName, error } = props;
  return (
    <FieldFrame {...props}>
      <div
        className={`relative flex min-h-14 items-center gap-2 rounded-md bg-surface pl-4 has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus ${
          error ? "border-2 border-danger" : "border-2 border-dashed border-control"
        }`}
      >
        <span className={`min-w-0 flex-1 truncate ${fileName ? "text-ink" : "text-muted"}`}>
          {fileName ?? props.pickLabel}
        </span>
        <span role="status" className="flex shrink-0 items-center gap-2 text-sm text-muted">
          {props.busyLabel ? (
            <>
              <Spinner />
              {props.busyLabel}
            </>
          ) : null}
        </span>
        <input
          id={id}
          type="file"
          accept={props.accept}
          className="absolute inset-0 size-full cursor-pointer text-[0] opacity-0"
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(props)}
          onClick={props.onBeforePick}
          onChange={(event) => {
            const file = event.target.files?.[0];
            // Otherwise no change event follows when the person picks the same file again.
            event.target.value = "";
            if (file) props.onPick(file);
          }}
        />
        {fileName ? (
          <button
            type="button"
            className="relative min-h-11 shrink-0 cursor-pointer rounded-sm border-0 bg-transparent px-4 text-accent underline"
            onClick={props.onRemove}
          >
            {props.removeLabel}
          </button>
        ) : null}
      </div>
      {props.progress === undefined ? null : (
        <progress
          className="h-1.5 w-full accent-accent"
          value={props.progress}
          max={1}
          aria-label={props.label}
        />
      )}
    </FieldFrame>
  );
}
