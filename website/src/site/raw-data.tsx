import { useDetails } from '@cairn/ui';
import { CodeBlock } from './code-block.tsx';
import type { ComponentChildren } from 'preact';

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

/** Hexadecimal text in lines of 32 bytes. @param what names the text for screen readers */
export function HexBlock({ hex, what }: { hex: string; what: string }) {
  return <CodeBlock code={hex.replaceAll(/(.{64})(?=.)/g, '$1\n')} what={what} />;
}
