// @vitest-environment happy-dom
import { render } from 'preact';
import { useRef } from 'preact/hooks';
import { act } from 'preact/test-utils';
import { afterEach, describe, expect, it } from 'vitest';
import { useNear } from './use-near.ts';

const root = document.createElement('div');

function Place() {
  const place = useRef<HTMLDivElement>(null);
  return <div ref={place}>{useNear(place) ? 'near' : 'far'}</div>;
}

afterEach(() => render(null, root));

describe('useNear', () => {
  it('counts going to paper as near, for good', async () => {
    await act(() => render(<Place />, root));
    expect(root.textContent).toBe('far');
    await act(() => void dispatchEvent(new Event('beforeprint')));
    expect(root.textContent).toBe('near');
    await act(() => void dispatchEvent(new Event('afterprint')));
    expect(root.textContent).toBe('near');
  });
});
