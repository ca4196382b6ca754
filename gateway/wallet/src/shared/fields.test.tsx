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

test('a full field says so, and announces it', () => {
  expect(show(39)).toEqual({ hint: 'Yours', said: '' });
  const said = 'The limit of 40 characters is reached. More is left out.';
  expect(show(40)).toEqual({ hint: said, said });
});

test('an error is shown instead', () => {
  expect(show(40, 'Taken').hint).toBe('Taken');
});
