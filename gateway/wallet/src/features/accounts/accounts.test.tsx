// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { showPart } from '../../../test/fixture-part.tsx';
import { Accounts } from './accounts.tsx';

test('each button that copies an address says whose', () => {
  const buttons = [...showPart(<Accounts />).querySelectorAll('.c-identifier button')];
  expect(buttons.map((button) => button.getAttribute('aria-label'))).toEqual([
    'Copy address of Account 0',
    'Copy address of Account 7',
  ]);
});
