import { useLayoutEffect } from 'preact/hooks';

/** Closes the menu on Escape (the focus then returns to the menu's button), and on a focus or press outside it. */
export function useClosing(
  container: { readonly current: HTMLElement | null },
  open: boolean,
  close: () => void,
): void {
  // A layout effect, so that the listeners are added before the next key event.
  useLayoutEffect(() => {
    if (!open) return undefined;
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      close();
      container.current?.querySelector<HTMLElement>('[aria-expanded]')?.focus();
    };
    const onElsewhere = ({ target }: Event): void => {
      if (target instanceof Node && !container.current?.contains(target)) close();
    };
    document.addEventListener('keydown', onKey);
    document.addEventListener('pointerdown', onElsewhere);
    document.addEventListener('focusin', onElsewhere);
    return () => {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('pointerdown', onElsewhere);
      document.removeEventListener('focusin', onElsewhere);
    };
  }, [open]);
}
