/** The region of the toasts: at the top centre, above any dialog, and read out by screen readers. */
import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { useText } from "#/i18n/use-text";
import { useTopDialog } from "#/lib/top-layer";
import { useListener } from "#/lib/use-listener";
import { ToastCard } from "./toast-card";
import { closeToast, pauseToast, resumeToast, type Toast, useToasts } from "./toasts";

export function ToastArea() {
  const dialog = useTopDialog();
  // Everything outside a modal dialog is inert, so the toasts move into the dialog.
  return dialog ? createPortal(<Region key="dialog" />, dialog) : <Region key="page" />;
}

function Region() {
  const t = useText();
  const toasts = useToasts();
  const region = useRef<HTMLElement>(null);
  /** The element that had the focus before the region. */
  const before = useRef<Element>(null);
  const [isHovered, setHovered] = useState(false);
  const [isTouched, setTouched] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const isEmpty = toasts.length === 0;
  const isRead = !isEmpty && (isHovered || isTouched || isFocused);

  useEffect(() => {
    for (const { id } of toasts) isRead ? pauseToast(id) : resumeToast(id);
  }, [toasts, isRead]);

  // No leave or blur event follows when a toast is removed under the pointer or with the focus in it.
  // Without this the other toasts would stay paused.
  useEffect(() => {
    if (toasts.length === 0) setHovered(false);
    setFocused(toasts.length > 0 && holdsFocus(region.current));
  }, [toasts]);

  // The finger may be lifted anywhere, also after its toast was removed.
  const lift = () => setTouched(false);
  useListener(document, "pointerup", lift, { isOn: isTouched });
  useListener(document, "pointercancel", lift, { isOn: isTouched });

  const focusOnKey = (event: globalThis.KeyboardEvent) => {
    const isKey = event.key === "F8" || (event.altKey && event.code === "KeyT");
    if (!isKey) return;
    event.preventDefault();
    region.current?.focus();
  };
  // While capturing, because dialogs stop the event on its way up.
  useListener(document, "keydown", focusOnKey, { isOn: !isEmpty, capture: true });

  function enter({ relatedTarget }: FocusEvent) {
    if (relatedTarget && !region.current?.contains(relatedTarget)) before.current = relatedTarget;
    setFocused(true);
  }

  function goBackOnEscape(event: KeyboardEvent) {
    if (event.key !== "Escape") return;
    // Otherwise the same key would close the dialog behind it too.
    event.preventDefault();
    goBack();
  }

  function goBack() {
    if (before.current instanceof HTMLElement) before.current.focus();
  }

  /** Keeps the focus in the region for the next toast, or moves it back after the last one. */
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
      // A tap must not move the focus here: the toasts would stay for as long as the focus is in the region.
      onMouseDown={(event) => event.preventDefault()}
      onKeyDown={goBackOnEscape}
      onFocus={enter}
      onBlur={() => setFocused(false)}
      className={`fixed top-[calc(env(safe-area-inset-top)+0.75rem)] left-1/2 z-40 flex w-[calc(100%-2rem)] max-w-md -translate-x-1/2 flex-col ${
        urgent.length > 0 && others.length > 0 ? gap : ""
      } ${isRead ? "" : "pointer-events-none"}`}
    >
      {/* Both exist before any toast, because screen readers miss text in a region that is new. */}
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
