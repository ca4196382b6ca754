// @vitest-environment happy-dom
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { afterEach, expect, it } from 'vitest';
import { useKeys } from './keys.ts';
import { keysSetting } from './settings.ts';

const pressed: string[] = [];
function Page() {
  useKeys({ '/': () => pressed.push('/'), 'Ctrl+k': () => pressed.push('Ctrl+k') });
  return <input />;
}

const press = (target: EventTarget, key: string, more: KeyboardEventInit = {}) =>
  target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }));

afterEach(() => localStorage.clear());

it('calls back for single keys outside fields until they are switched off, for Ctrl-K always, and once for a held key', async () => {
  await act(() => render(<Page />, document.body));
  const field = document.querySelector('input')!;
  expect(press(document.body, '/')).toBe(false);
  expect(press(document.body, '/', { altKey: true })).toBe(true);
  expect(press(document.body, '/', { repeat: true })).toBe(false);
  expect(press(field, '/')).toBe(true);
  expect(press(field, 'K', { metaKey: true })).toBe(false);
  expect(press(field, 'K', { metaKey: true, repeat: true })).toBe(false);
  keysSetting.choose('off');
  expect(press(document.body, '/')).toBe(true);
  expect(press(document.body, 'k', { ctrlKey: true })).toBe(false);
  expect(pressed).toEqual(['/', 'Ctrl+k', 'Ctrl+k']);
});
