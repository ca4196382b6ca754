import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { classes } from '@cairn/ui';

/** A screen with its heading, which gets the focus when the screen appears, so that a keyboard starts there. */
export function Screen(props: {
  title: string;
  /** `narrow` for forms and lists of facts, `slim` for the doors in; as wide as the page otherwise. */
  width?: 'narrow' | 'slim';
  /** The first field gets the focus instead of the heading. */
  focusField?: boolean;
  /** Above the heading. */
  picture?: ComponentChildren;
  children: ComponentChildren;
}) {
  const { title, width, focusField = false, picture, children } = props;
  const frame = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    document.title = `${title} · Cairn Wallet`;
    const field = focusField ? frame.current?.querySelector('input') : undefined;
    (field ?? heading.current)?.focus({ preventScroll: true });
    scrollTo(0, 0);
  }, [title, focusField]);
  return (
    <div ref={frame} class={classes('w-screen', width !== undefined && `w-screen--${width}`)}>
      {picture}
      <h1 class="w-screen__title" tabIndex={-1} ref={heading}>
        {title}
      </h1>
      {children}
    </div>
  );
}
