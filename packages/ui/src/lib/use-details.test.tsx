// @vitest-environment happy-dom
import { hydrate, render } from 'preact';
import { act } from 'preact/test-utils';
import { expect, it } from 'vitest';
import { useDetails } from './use-details.ts';

function Folded() {
  const { isOpen, attributes } = useDetails();
  return (
    <details {...attributes}>
      <summary>More</summary>
      {isOpen && <p>content</p>}
    </details>
  );
}

it('has its content also where it was opened before the script came', async () => {
  const root = document.createElement('div');
  root.innerHTML = '<details open><summary>More</summary></details>';
  await act(() => hydrate(<Folded />, root));
  expect(root.querySelector('p')?.textContent).toBe('content');
  render(null, root);
});

it('has its content as long as it is open', async () => {
  const root = document.createElement('div');
  await act(() => render(<Folded />, root));
  expect(root.querySelector('p')).toBeNull();
  for (const isOpen of [true, false]) {
    const details = root.querySelector('details')!;
    details.open = isOpen;
    await act(() => void details.dispatchEvent(new Event('toggle')));
    expect(root.querySelector('p') !== null).toBe(isOpen);
  }
  render(null, root);
});
