import { renderToString } from 'preact-render-to-string';
import { describe, expect, it, vi } from 'vitest';
import { Amount, Identifier, LabelsContext, LinkButton, Notice, Timestamp } from '../index.ts';

const ID = '3ef817a438023efb83a88423f0caa3d836680418af04842c937a64e05d410211';
const text = (html: string) => html.replaceAll(/<[^>]*>/g, '');

describe('Amount', () => {
  it('shows every digit of the largest amount', () => {
    const html = renderToString(<Amount value={18_446_744_073_709_551_615n} />);
    expect(text(html)).toBe('184,467,440,737.09551615\u00a0CRN');
  });

  it('shows the sign of incoming and outgoing amounts', () => {
    expect(text(renderToString(<Amount value={1n} direction="in" unit={false} />))).toBe('+0.00000001');
    expect(text(renderToString(<Amount value={1n} direction="out" unit={false} />))).toBe('−0.00000001');
    expect(text(renderToString(<Amount value={1n} direction="self" unit={false} />))).toBe('0.00000001');
  });
});

describe('Identifier', () => {
  it.each(['fit', 'short', 'whole'] as const)('contains the whole value when %s', (length) => {
    expect(text(renderToString(<Identifier value={ID} what="block ID" length={length} copy={false} />))).toBe(
      ID,
    );
  });
});

describe('an identifier with a label', () => {
  const labels = new Map([[ID, 'First <b>block</b>']]);
  const shown = (length: 'fit' | 'short' | 'whole', value = ID) =>
    renderToString(
      <LabelsContext.Provider value={labels}>
        <Identifier value={value} what="block ID" length={length} href="/blocks/0" />
      </LabelsContext.Provider>,
    );

  it.each(['fit', 'short', 'whole'] as const)('shows both, the label as text, when %s', (length) => {
    const html = shown(length);
    expect(text(html)).toContain(ID);
    expect(html).toContain('<bdi class="c-identifier__label">First &lt;b>block&lt;/b></bdi>');
    expect(html).toContain('aria-label="Copy block ID"');
  });

  it('has no label of another identifier', () => {
    expect(shown('short', 'ab'.repeat(32))).not.toContain('label">');
  });
});

describe('buttons', () => {
  it('without a target are disabled links', () => {
    const html = renderToString(<LinkButton href={undefined}>Next</LinkButton>);
    expect(html).toContain('aria-disabled="true"');
    expect(html).not.toContain('href');
  });
});

describe('Notice', () => {
  it('is announced only if it is live', () => {
    expect(renderToString(<Notice tone="error" title="No" live />)).toContain('role="alert"');
    expect(renderToString(<Notice tone="info" title="Hm" live />)).toContain('role="status"');
    expect(renderToString(<Notice tone="error" title="No" />)).not.toContain('role=');
  });
});

describe('Timestamp', () => {
  it('shows an age, and has the exact time for machines and on hover', () => {
    vi.useFakeTimers({ now: 1_767_225_720_000 });
    const html = renderToString(<Timestamp seconds={1_767_225_600} />);
    vi.useRealTimers();
    expect(html).toContain('datetime="2026-01-01T00:00:00.000Z"');
    expect(html).toContain('title="2026-01-01 00:00:00 UTC"');
    expect(text(html)).toBe('2m ago');
  });
});
