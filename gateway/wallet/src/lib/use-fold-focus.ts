import { useLayoutEffect, useRef, type MutableRef } from 'preact/hooks';

const TAKES_FOCUS = ['input', 'textarea', 'select', 'button'].map((name) => `${name}:not([disabled])`).join();

/**
 * Moves the focus when a part of a screen folds out or in. The pressed button disappears, and keyboard users would have to
 * start at the top of the page; instead, the part's first field or button gets the focus.
 * @param state what the part shows; a change moves the focus
 * @param initially whether the focus also moves when the part appears
 * @returns ref for the element around the part
 */
export function useFoldFocus<Frame extends HTMLElement = HTMLDivElement>(
  state: unknown,
  initially = false,
): MutableRef<Frame | null> {
  const frame = useRef<Frame>(null);
  const before = useRef(initially ? Symbol('nothing yet') : state);
  useLayoutEffect(() => {
    if (before.current === state) return;
    before.current = state;
    frame.current?.querySelector<HTMLElement>(TAKES_FOCUS)?.focus();
  }, [state]);
  return frame;
}
