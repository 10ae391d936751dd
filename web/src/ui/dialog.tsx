/** A modal dialog: a sheet at the bottom of a phone, a card in the middle of a wider screen. */
import {
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  type SyntheticEvent,
  useId,
  useLayoutEffect,
  useRef,
} from "react";
import { enterTopLayer } from "../lib/top-layer";
import { CloseButton } from "./close-button";
import { useKeyboardHeight } from "./use-keyboard-height";

/** For React the form that opened it is around it, and its keys and its submit are none of the dialog's. */
const keep = (event: SyntheticEvent) => event.stopPropagation();

interface Props {
  isOpen: boolean;
  /** The person wants it away: by its button, Escape, the phone's way back or a tap beside it. */
  onClose: () => void;
  title: string;
  closeLabel: string;
  children?: ReactNode;
  /** Stays at the lower end, within thumb's reach. The last one is the main one. */
  actions?: ReactNode;
  /** Takes the whole height from the start, where what is shown in it becomes longer and shorter. */
  isTall?: boolean;
}

export function Dialog({ isOpen, onClose, title, closeLabel, children, actions, isTall }: Props) {
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const isDownBeside = useRef(false);
  const keyboardPx = useKeyboardHeight(isOpen);

  useLayoutEffect(() => {
    const element = dialog.current;
    if (!isOpen || !element) return;
    element.showModal();
    // On a phone the focus in a field would bring up the keyboard before anything is read.
    heading.current?.focus();
    const leave = enterTopLayer(element);
    return () => {
      leave();
      // The browser gives the focus back to what had it.
      element.close();
    };
  }, [isOpen]);

  /** Only a tap that also began beside the panel, not the end of marking some text. */
  function closeBeside({ target, currentTarget }: MouseEvent) {
    if (target === currentTarget && isDownBeside.current) onClose();
  }

  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        // A file picker within it that was left without a file says the same word.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
      // A browser may insist on closing; then the state has to follow.
      onClose={() => isOpen && onClose()}
      onPointerDown={({ target, currentTarget }: PointerEvent) => {
        isDownBeside.current = target === currentTarget;
      }}
      onClick={closeBeside}
      onKeyDown={keep}
      onSubmit={keep}
      style={{ paddingBottom: keyboardPx }}
      className="group pointer-events-none fixed inset-0 m-0 size-full max-h-none max-w-none flex-col justify-end overflow-hidden bg-transparent transition-[display,overlay,background-color] transition-discrete duration-200 backdrop:bg-transparent open:pointer-events-auto open:flex open:bg-scrim sm:justify-center sm:p-6 starting:open:bg-transparent"
    >
      <div
        className={`${isTall ? "h-full" : ""} mx-auto flex max-h-[calc(100%-2.5rem)] w-full translate-y-8 flex-col rounded-t-lg bg-surface text-ink opacity-0 shadow-lg transition-[translate,opacity] duration-200 group-open:translate-y-0 group-open:opacity-100 sm:max-h-full sm:max-w-md sm:rounded-lg starting:group-open:translate-y-8 starting:group-open:opacity-0`}
      >
        <header className="flex items-start gap-2 pt-2 pr-2 pl-4 sm:pl-6">
          <h2
            id={titleId}
            ref={heading}
            tabIndex={-1}
            className="grow self-center py-2 text-lg font-bold outline-none wrap-anywhere"
          >
            {title}
          </h2>
          <CloseButton label={closeLabel} onClick={onClose} />
        </header>
        <div
          className={`min-h-0 grow overflow-y-auto overscroll-contain px-4 sm:px-6 ${
            actions ? "pb-4" : "pb-[calc(env(safe-area-inset-bottom)+1rem)]"
          }`}
        >
          {children}
        </div>
        {actions ? (
          <div className="flex flex-col-reverse gap-2 border-t border-line px-4 pt-3 pb-[calc(env(safe-area-inset-bottom)+0.75rem)] sm:flex-row sm:justify-end sm:px-6">
            {actions}
          </div>
        ) : null}
      </div>
    </dialog>
  );
}
