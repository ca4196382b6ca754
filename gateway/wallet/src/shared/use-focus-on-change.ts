import { useLayoutEffect, useRef, type MutableRef } from 'preact/hooks';

const FOCUSABLE = ['input', 'textarea', 'select', 'button'].map((name) => `${name}:not([disabled])`).join();

/**
 * Moves the focus when a part of a screen changes, such as a button that unfolds into a form. The pressed button
 * disappears then, and keyboard users would have to start at the top of the page; instead, the first field or button of
 * the part gets the focus.
 * @param state identifies what the part shows; a change moves the focus
 * @param initially true if the focus also moves when the part appears
 * @returns ref for the element that contains the part
 */
export function useFocusOnChange<Container extends HTMLElement = HTMLDivElement>(
  state: unknown,
  initially = false,
): MutableRef<Container | null> {
  const container = useRef<Container>(null);
  const before = useRef(initially ? Symbol() : state);
  useLayoutEffect(() => {
    if (before.current === state) return;
    before.current = state;
    container.current?.querySelector<HTMLElement>(FOCUSABLE)?.focus();
  }, [state]);
  return container;
}
