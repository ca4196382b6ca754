import { CopyButton, useDetails } from '@cairn/ui';
import type { ComponentChildren } from 'preact';
import './code-block.css';

export interface RawDataProps {
  title: string;
  /** Called to render the contents once the card is open. */
  children: () => ComponentChildren;
}

/** A collapsed card for raw data. */
export function RawData({ title, children }: RawDataProps) {
  const { isOpen, attributes } = useDetails();
  return (
    <details class="c-card needs-script" {...attributes}>
      <summary class="c-more c-strong">{title}</summary>
      {isOpen && <div class="c-card__body c-stack">{children()}</div>}
    </details>
  );
}

/** Hexadecimal text in lines of 32 bytes, with a copy button. @param what names the text for the button and screen readers */
export function HexBlock({ hex, what }: { hex: string; what: string }) {
  const lines = hex.replaceAll(/(.{64})(?=.)/g, '$1\n');
  return (
    <div class="c-code">
      {/* Focusable, because it scrolls sideways and must be reachable by keyboard. */}
      <pre class="c-code__text" tabIndex={0} role="region" aria-label={what}>
        <code>{lines}</code>
      </pre>
      <CopyButton value={lines} what={what} />
    </div>
  );
}
