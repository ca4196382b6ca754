// @vitest-environment happy-dom
import { hydrate, render } from 'preact';
import { useRef } from 'preact/hooks';
import { act } from 'preact/test-utils';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useDetails, useNear } from './lazy-content.ts';

let root: HTMLElement;

beforeEach(() => {
  root = document.createElement('div');
});
afterEach(() => render(null, root));

function Place() {
  const place = useRef<HTMLDivElement>(null);
  return <div ref={place}>{useNear(place) ? 'near' : 'far'}</div>;
}

describe('useNear', () => {
  it('counts a printed page as near, and stays true', async () => {
    await act(() => render(<Place />, root));
    expect(root.textContent).toBe('far');
    await act(() => void dispatchEvent(new Event('beforeprint')));
    expect(root.textContent).toBe('near');
    await act(() => void dispatchEvent(new Event('afterprint')));
    expect(root.textContent).toBe('near');
  });
});

function Folded() {
  const { isOpen, attributes } = useDetails();
  return (
    <details {...attributes}>
      <summary>More</summary>
      {isOpen && <p>content</p>}
    </details>
  );
}

describe('useDetails', () => {
  it('renders the content of an element that was opened before the script ran', async () => {
    root.innerHTML = '<details open><summary>More</summary></details>';
    await act(() => hydrate(<Folded />, root));
    expect(root.querySelector('p')?.textContent).toBe('content');
  });

  it('renders the content only while the element is open', async () => {
    await act(() => render(<Folded />, root));
    expect(root.querySelector('p')).toBeNull();
    for (const isOpen of [true, false]) {
      const details = root.querySelector('details')!;
      details.open = isOpen;
      await act(() => void details.dispatchEvent(new Event('toggle')));
      expect(root.querySelector('p') !== null).toBe(isOpen);
    }
  });
});
