// @vitest-environment happy-dom
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { afterEach, expect, test } from 'vitest';
import { useFocusOnChange } from './form.tsx';

function Part({ open }: { open: boolean }) {
  const container = useFocusOnChange(open);
  return (
    <div ref={container}>
      {open ? (
        <>
          <button disabled>Not yet</button>
          <input />
        </>
      ) : (
        <button>Open</button>
      )}
    </div>
  );
}

const show = (part: preact.JSX.Element): void => void act(() => render(part, document.body));
const focused = (): string | undefined => document.activeElement?.localName;

afterEach(() => show(<></>));

test('opening a part focuses its first enabled field, and closing it focuses its button', () => {
  show(<Part open={false} />);
  expect(focused()).toBe('body');
  show(<Part open />);
  expect(focused()).toBe('input');
  show(<Part open={false} />);
  expect(focused()).toBe('button');
});
