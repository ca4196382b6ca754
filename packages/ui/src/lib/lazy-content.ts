import type { RefObject } from 'preact';
import { useEffect, useRef, useState, type MutableRef } from 'preact/hooks';

/** Distance below the viewport at which an element counts as near. */
const AHEAD = '200px';

/** True once an element comes near the viewport or the page is printed, so that its content is worth loading; stays true. */
export function useNear(element: RefObject<HTMLElement>): boolean {
  const [near, setNear] = useState(false);
  useEffect(() => {
    if (element.current === null) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true);
      },
      { rootMargin: AHEAD },
    );
    observer.observe(element.current);
    const onPrint = () => setNear(true);
    addEventListener('beforeprint', onPrint);
    return () => {
      observer.disconnect();
      removeEventListener('beforeprint', onPrint);
    };
  }, []);
  return near;
}

/** A `<details>` whose content is rendered when it is opened. */
export interface Details {
  readonly isOpen: boolean;
  /** Attributes of the element. */
  readonly attributes: {
    readonly ref: MutableRef<HTMLDetailsElement | null>;
    readonly onToggle: (event: { readonly currentTarget: HTMLDetailsElement }) => void;
  };
}

/** Tracks whether a `<details>` is open, even if it was opened before the page's script ran. */
export function useDetails(): Details {
  const ref = useRef<HTMLDetailsElement>(null);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => setOpen(ref.current?.open === true), []);
  return { isOpen, attributes: { ref, onToggle: ({ currentTarget }) => setOpen(currentTarget.open) } };
}
