/** Where toasts appear: top centre, read out by screen readers, above any dialog. */
import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { useText } from "../i18n/use-text";
import { useTopDialog } from "../lib/top-layer";
import { ToastCard } from "./toast-card";
import { closeToast, pauseToast, resumeToast, type Toast, useToasts } from "./toasts";

export function ToastArea() {
  const dialog = useTopDialog();
  // Outside a modal dialog everything is inert, so the messages move in.
  return dialog ? createPortal(<Region key="dialog" />, dialog) : <Region key="page" />;
}

function Region() {
  const t = useText();
  const toasts = useToasts();
  const region = useRef<HTMLElement>(null);
  /** What had the focus before it came here. */
  const before = useRef<Element>(null);
  const [isHovered, setHovered] = useState(false);
  const [isTouched, setTouched] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const isEmpty = toasts.length === 0;
  const isRead = !isEmpty && (isHovered || isTouched || isFocused);

  useEffect(() => {
    for (const { id } of toasts) isRead ? pauseToast(id) : resumeToast(id);
  }, [toasts, isRead]);

  // What goes from under the pointer or the focus says no farewell: nobody would resume the rest.
  useEffect(() => {
    if (toasts.length === 0) setHovered(false);
    setFocused(toasts.length > 0 && holdsFocus(region.current));
  }, [toasts]);

  // The finger may end anywhere, also when its toast is gone.
  useEffect(() => {
    if (!isTouched) return;
    const end = () => setTouched(false);
    document.addEventListener("pointerup", end);
    document.addEventListener("pointercancel", end);
    return () => {
      document.removeEventListener("pointerup", end);
      document.removeEventListener("pointercancel", end);
    };
  }, [isTouched]);

  useEffect(() => {
    function focusOnKey(event: globalThis.KeyboardEvent) {
      const isKey = event.key === "F8" || (event.altKey && event.code === "KeyT");
      if (!isKey || isEmpty) return;
      event.preventDefault();
      region.current?.focus();
    }
    // On its way down, because a dialog keeps its keys to itself.
    document.addEventListener("keydown", focusOnKey, true);
    return () => document.removeEventListener("keydown", focusOnKey, true);
  }, [isEmpty]);

  function enter({ relatedTarget }: FocusEvent) {
    if (relatedTarget && !region.current?.contains(relatedTarget)) before.current = relatedTarget;
    setFocused(true);
  }

  function goBackOnEscape(event: KeyboardEvent) {
    if (event.key !== "Escape") return;
    // Not for the dialog behind it as well.
    event.preventDefault();
    goBack();
  }

  function goBack() {
    if (before.current instanceof HTMLElement) before.current.focus();
  }

  /** The focus stays for the next one, or goes back to where the person was. */
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
      // A tap must not take the focus: it would stay here, and with it every message.
      onMouseDown={(event) => event.preventDefault()}
      onKeyDown={goBackOnEscape}
      onFocus={enter}
      onBlur={() => setFocused(false)}
      className={`fixed top-[calc(env(safe-area-inset-top)+0.75rem)] left-1/2 z-40 flex w-[calc(100%-2rem)] max-w-md -translate-x-1/2 flex-col ${
        urgent.length > 0 && others.length > 0 ? gap : ""
      } ${isRead ? "" : "pointer-events-none"}`}
    >
      {/* The two are there before any message, or screen readers would miss the first. */}
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
