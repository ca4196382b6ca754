import { CopyButton, useDetails } from '@cairn/ui';
import type { ComponentChildren } from 'preact';
import { island } from './island.tsx';
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

interface CodeBlockProps {
  code: string;
  /** Names the text for the copy button and screen readers. */
  what: string;
}

/** Text to copy: commands, or bytes. */
function CodeBlock({ code, what }: CodeBlockProps) {
  return (
    <div class="c-code">
      {/* Focusable, because it scrolls sideways and must be reachable by keyboard. */}
      <pre class="c-code__text" tabIndex={0} role="region" aria-label={what}>
        <code>{code}</code>
      </pre>
      <CopyButton value={code} what={what} />
    </div>
  );
}

export default island(CodeBlock);

/** Hexadecimal text in lines of 32 bytes. */
export function HexBlock({ hex, what }: { hex: string; what: string }) {
  return <CodeBlock code={hex.replaceAll(/(.{64})(?=.)/g, '$1\n')} what={what} />;
}
