import { useEffect, useRef, useState, type MutableRef } from 'preact/hooks';

/** A `<details>` whose content is made when it is opened. */
export interface Details {
  readonly isOpen: boolean;
  /** For the element. */
  readonly attributes: {
    readonly ref: MutableRef<HTMLDetailsElement | null>;
    readonly onToggle: (event: { readonly currentTarget: HTMLDetailsElement }) => void;
  };
}

/** Whether a `<details>` is open, also where its reader opened it before the page's script had come and heard of it. */
export function useDetails(): Details {
  const ref = useRef<HTMLDetailsElement>(null);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => setOpen(ref.current?.open === true), []);
  return { isOpen, attributes: { ref, onToggle: ({ currentTarget }) => setOpen(currentTarget.open) } };
}
