import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** A screen with its heading, which gets the focus when the screen appears, so that a keyboard starts there. */
export function Screen({ title, children }: { title: string; children: ComponentChildren }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Cairn Wallet`;
    heading.current?.focus({ preventScroll: true });
    scrollTo(0, 0);
  }, [title]);
  return (
    <div class="w-screen">
      <h1 class="w-screen__title" tabIndex={-1} ref={heading}>
        {title}
      </h1>
      {children}
    </div>
  );
}
