import type { RefObject } from 'preact';
import { useEffect, useRef, useState, type MutableRef } from 'preact/hooks';

/** Distance from the viewport at which an element counts as near. */
const NEAR_DISTANCE = '200px';

/** True from when an element first comes near the viewport or the page is printed: load the element's content then. */
export function useNear(element: RefObject<HTMLElement>): boolean {
  const [near, setNear] = useState(false);
  useEffect(() => {
    if (element.current === null) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true);
      },
      { rootMargin: NEAR_DISTANCE },
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

/** State and attributes of a `<details>` whose content is rendered only while it is open. */
export interface Details {
  readonly isOpen: boolean;
  /** Attributes to set on the `<details>`. */
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
