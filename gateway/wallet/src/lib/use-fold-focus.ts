import { useLayoutEffect, useRef, type MutableRef } from 'preact/hooks';

const TAKES_FOCUS = ['input', 'textarea', 'select', 'button'].map((name) => `${name}:not([disabled])`).join();

/**
 * Keeps the focus where the work is. When a part of a screen folds out or in, the pressed button is gone, and a keyboard
 * would have to start at the page's top: instead, the first field or button of what is there now gets the focus.
 * @param state what the part shows; the focus moves when it changes
 * @param initially whether it also moves when the part appears
 * @returns for the element around the part
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
