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
import { focusHeadingIfLost } from "#/lib/focus-heading";
import { enterTopLayer } from "#/lib/top-layer";
import { CloseButton } from "./close-button";
import { useKeyboardHeight } from "./use-keyboard-height";

/** Stops key and submit events, because React would pass them on to a form that contains the dialog's component. */
const stop = (event: SyntheticEvent) => event.stopPropagation();

interface Props {
  isOpen: boolean;
  /** Called for the close button, Escape, the phone's Back and a tap beside the dialog. */
  onClose: () => void;
  title: string;
  closeLabel: string;
  children?: ReactNode;
  /** The buttons at the bottom. The last button is the main one. */
  actions?: ReactNode;
  /** Gives the dialog its full height from the start, so that it does not jump while its content changes in length. */
  isTall?: boolean;
  isWide?: boolean;
}

export function Dialog(props: Props) {
  const { isOpen, onClose, title, closeLabel, children, actions, isTall, isWide } = props;
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const isDownBeside = useRef(false);
  const wasOpen = useRef(false);
  const keyboardPx = useKeyboardHeight(isOpen);

  useLayoutEffect(() => {
    const element = dialog.current;
    // Move the focus to the page's heading if the control that opened the dialog is gone.
    if (!isOpen && wasOpen.current) focusHeadingIfLost(element);
    wasOpen.current = isOpen;
    if (!isOpen || !element) return;
    element.showModal();
    // The heading gets the focus, because a field with the focus would open a phone's keyboard at once.
    heading.current?.focus();
    const leave = enterTopLayer(element);
    return () => {
      leave();
      // `close()` moves the focus back to the element that had it before the dialog.
      element.close();
    };
  }, [isOpen]);

  /** Shows the dialog again if the browser closed it although its owner still keeps it open, as during a request. */
  function reopenIfKept() {
    const element = dialog.current;
    if (wasOpen.current && element?.isConnected && !element.open) element.showModal();
  }

  /**
   * Closes the dialog after a press outside it. The press must also begin outside, because a text selection may begin
   * inside the dialog and end outside.
   */
  function closeBeside({ target, currentTarget }: MouseEvent) {
    if (target === currentTarget && isDownBeside.current) onClose();
  }

  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        // A cancelled file input inside the dialog also fires `cancel`, and that event bubbles up to here.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
      // A browser may close a dialog in spite of `preventDefault`, so report that to the owner.
      onClose={() => {
        if (!isOpen) return;
        onClose();
        setTimeout(reopenIfKept);
      }}
      onPointerDown={({ target, currentTarget }: PointerEvent) => {
        isDownBeside.current = target === currentTarget;
      }}
      onClick={closeBeside}
      onKeyDown={stop}
      onSubmit={stop}
      style={{ paddingBottom: keyboardPx }}
      className="group pointer-events-none fixed inset-0 m-0 size-full max-h-none max-w-none flex-col justify-end overflow-hidden bg-transparent transition-[display,overlay,background-color] transition-discrete duration-200 backdrop:bg-transparent open:pointer-events-auto open:flex open:bg-scrim sm:justify-center sm:p-6 starting:open:bg-transparent"
    >
      <div
        className={`${isTall ? "h-full" : ""} mx-auto flex max-h-[calc(100%-2.5rem)] w-full translate-y-8 flex-col rounded-t-lg bg-surface text-ink opacity-0 shadow-lg transition-[translate,opacity] duration-200 group-open:translate-y-0 group-open:opacity-100 sm:max-h-full ${isWide ? "sm:max-w-2xl" : "sm:max-w-md"} sm:rounded-lg starting:group-open:translate-y-8 starting:group-open:opacity-0`}
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
          <div className="flex flex-col-reverse gap-2 border-t border-line px-4 pt-3 pb-[calc(env(safe-area-inset-bottom)+0.75rem)] sm:flex-row sm:flex-wrap sm:justify-end sm:px-6">
            {actions}
          </div>
        ) : null}
      </div>
    </dialog>
  );
}
