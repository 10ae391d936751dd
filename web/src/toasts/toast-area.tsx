/** The region with the toasts: at the top centre, above any dialog. Screen readers read its toasts out. */
import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { useText } from "#/i18n/use-text";
import { useTopDialog } from "#/lib/top-layer";
import { useListener } from "#/lib/use-listener";
import { ToastCard } from "./toast-card";
import { closeToast, pauseToast, resumeToast, type Toast, useToasts } from "./toasts";

export function ToastArea() {
  const dialog = useTopDialog();
  // Everything outside a modal dialog is inert, so the toasts are drawn inside the dialog.
  return dialog ? createPortal(<Region key="dialog" />, dialog) : <Region key="page" />;
}

function Region() {
  const t = useText();
  const toasts = useToasts();
  const region = useRef<HTMLElement>(null);
  /** The element that had the focus before the focus moved into the region. */
  const before = useRef<Element>(null);
  const [isHovered, setHovered] = useState(false);
  const [isTouched, setTouched] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const isEmpty = toasts.length === 0;
  const isRead = !isEmpty && (isHovered || isTouched || isFocused);

  useEffect(() => {
    for (const { id } of toasts) isRead ? pauseToast(id) : resumeToast(id);
  }, [toasts, isRead]);

  // When a toast disappears under the pointer or with the focus, no leave or blur event follows. Without this
  // effect, the other toasts would stay paused.
  useEffect(() => {
    if (toasts.length === 0) setHovered(false);
    setFocused(toasts.length > 0 && holdsFocus(region.current));
  }, [toasts]);

  // Listen on the document, because the finger may be lifted anywhere, even after its toast was removed.
  const lift = () => setTouched(false);
  useListener(document, "pointerup", lift, { isOn: isTouched });
  useListener(document, "pointercancel", lift, { isOn: isTouched });

  const focusOnKey = (event: globalThis.KeyboardEvent) => {
    const isKey = event.key === "F8" || (event.altKey && event.code === "KeyT");
    if (!isKey) return;
    event.preventDefault();
    region.current?.focus();
  };
  // The capture phase is needed, because dialogs stop the event from bubbling.
  useListener(document, "keydown", focusOnKey, { isOn: !isEmpty, capture: true });

  function enter({ relatedTarget }: FocusEvent) {
    if (relatedTarget && !region.current?.contains(relatedTarget)) before.current = relatedTarget;
    setFocused(true);
  }

  function goBackOnEscape(event: KeyboardEvent) {
    if (event.key !== "Escape") return;
    // Without `preventDefault()`, Escape would also close the dialog behind the toasts.
    event.preventDefault();
    goBack();
  }

  function goBack() {
    if (before.current instanceof HTMLElement) before.current.focus();
  }

  /** Closes a toast. Moves the focus to the region or, after the last toast, back to the element that had it before. */
  function closeByKey(id: number) {
    const isLast = toasts.every((toast) => toast.id === id || !toast.open);
    if (isLast) goBack();
    else region.current?.focus();
    closeToast(id);
  }

  const newestFirst = [...toasts].reverse();
  const urgent = newestFirst.filter(({ color }) => color === "red");
  const others = newestFirst.filter(({ color }) => color !== "red");
  const cards = (shown: readonly Toast[], nBefore: number) =>
    shown.map((toast, index) => (
      <ToastCard
        key={toast.id}
        toast={toast}
        depth={nBefore + index}
        isExpanded={isRead}
        onCloseByKey={closeByKey}
      />
    ));
  const gap = isRead ? "gap-4" : "gap-2";
  const list = `flex w-full flex-col items-center ${gap}`;
  return (
    <section
      ref={region}
      tabIndex={-1}
      aria-label={t("ui.toasts")}
      onPointerEnter={({ pointerType }) => setHovered(pointerType === "mouse")}
      onPointerLeave={() => setHovered(false)}
      onPointerDown={() => setTouched(true)}
      // A tap must not move the focus here, because no toast closes by itself while the focus is in the region.
      onMouseDown={(event) => event.preventDefault()}
      onKeyDown={goBackOnEscape}
      onFocus={enter}
      onBlur={() => setFocused(false)}
      className={`fixed top-[calc(env(safe-area-inset-top)+0.75rem)] left-1/2 z-40 flex w-[calc(100%-2rem)] max-w-md -translate-x-1/2 flex-col ${
        urgent.length > 0 && others.length > 0 ? gap : ""
      } ${isRead ? "" : "pointer-events-none"}`}
    >
      {/* Both live regions exist before the first toast, because screen readers ignore a text that is added together
          with its live region. */}
      <div role="alert" aria-atomic="false" className={list}>
        {cards(urgent, 0)}
      </div>
      <div role="status" aria-atomic="false" className={list}>
        {cards(others, urgent.length)}
      </div>
    </section>
  );
}

function holdsFocus(region: HTMLElement | null): boolean {
  return region?.contains(document.activeElement) ?? false;
}
