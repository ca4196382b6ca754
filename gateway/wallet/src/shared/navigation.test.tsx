// @vitest-environment happy-dom
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { expect, test, vi } from 'vitest';
import { useScreenReselected } from './route.ts';
import { Navigation } from './navigation.tsx';

test('a screen is notified when its own link is followed while it is shown, not for other links', () => {
  const again = vi.fn<() => void>();
  const Shown = () => {
    useScreenReselected(again);
    return <Navigation current="send" />;
  };
  const place = document.createElement('div');
  void act(() => render(<Shown />, place));
  const links = [...place.querySelectorAll('a')];
  const follow = (name: string) => links.find(({ textContent }) => textContent === name)!.click();
  follow('Receive');
  expect(again).not.toHaveBeenCalled();
  follow('Send');
  expect(again).toHaveBeenCalledOnce();
  void act(() => render(null, place));
  follow('Send');
  expect(again).toHaveBeenCalledOnce();
});
