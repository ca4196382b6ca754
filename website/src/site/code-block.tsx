import { CopyButton } from '@cairn/ui';
import './code-block.css';

/**
 * Code or a command with a copy button.
 * @param props.what name of the code, for the copy button and screen readers
 */
export function CodeBlock({ code, what }: { code: string; what: string }) {
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
