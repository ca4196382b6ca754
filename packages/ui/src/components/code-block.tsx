import { CopyButton } from './copy-button.tsx';

/**
 * Code or a command to copy.
 * @param props.code its lines
 * @param props.what what it is, for the copy button's name
 */
export function CodeBlock({ code, what }: { code: string; what: string }) {
  return (
    <div class="c-code">
      {/* It scrolls sideways, and so must be reachable by keyboard. */}
      <pre class="c-code__text" tabIndex={0} role="region" aria-label={what}>
        <code>{code}</code>
      </pre>
      <div class="c-code__copy">
        <CopyButton value={code} what={what} />
      </div>
    </div>
  );
}
