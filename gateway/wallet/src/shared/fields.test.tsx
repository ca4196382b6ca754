// @vitest-environment happy-dom
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { expect, test } from 'vitest';
import { LimitedField } from './fields.tsx';

/** Texts of a field with a limit of 40 characters that contains `length` characters. */
function show(length: number, error?: string): { hint: string | undefined; said: string | undefined } {
  const place = document.createElement('div');
  const field = (
    <LimitedField
      label="Name"
      value={'x'.repeat(length)}
      maxLength={40}
      hint="Yours"
      error={error}
      onInput={() => undefined}
    />
  );
  void act(() => render(field, place));
  return {
    hint: place.querySelector('p')?.textContent,
    said: place.querySelector('[role=status]')?.textContent,
  };
}

test('the number of characters left is shown near the limit, and announced at the limit', () => {
  expect(show(0)).toEqual({ hint: 'Yours', said: '' });
  expect(show(29)).toEqual({ hint: 'Yours', said: '' });
  expect(show(30)).toEqual({ hint: 'Room for 10 more characters.', said: '' });
  expect(show(39).hint).toBe('Room for one more character.');
  expect(show(40)).toEqual({
    hint: show(40).said,
    said: 'The limit of 40 characters is reached. More is left out.',
  });
});

test('an error is shown instead of the number of characters left', () => {
  expect(show(40, 'Taken').hint).toBe('Taken');
});
