// @vitest-environment happy-dom
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { keysSetting } from '../../site/settings.ts';
import SearchBox from './search-box.tsx';

let root: HTMLElement;
const press = (key: string) =>
  document.dispatchEvent(new KeyboardEvent('keydown', { key, cancelable: true }));

beforeEach(async () => {
  root = document.createElement('div');
  document.body.append(root);
  await act(() => render(<SearchBox query="" />, root));
});
afterEach(() => {
  render(null, root);
  root.remove();
  localStorage.clear();
});

it('takes what is typed after “/” before the palette has loaded', () => {
  expect(press('/')).toBe(false);
  expect(document.activeElement).toBe(root.querySelector('input'));
});

it('leaves single keys alone where the reader has switched them off', () => {
  keysSetting.choose('off');
  expect(press('/')).toBe(true);
  expect(document.activeElement).toBe(document.body);
});
