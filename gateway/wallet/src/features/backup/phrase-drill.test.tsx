// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { showPart } from '../../../test/fixture-part.tsx';
import { PhraseDrill } from './phrase-drill.tsx';

beforeEach(() => localStorage.setItem('cairn-next-drill', '1'));

test('the focus goes to the first word that is asked for, and from the last one to the result', async () => {
  const places = [0, 4, 11];
  const findWrong = async () => [];
  const place = showPart(
    <PhraseDrill />,
    {},
    { vault: { askForWords: async () => ({ places, findWrong }) } },
  );
  document.body.append(place);
  place.querySelector('button')!.click();
  await expect.poll(() => place.querySelector('input')).not.toBe(null);
  expect(document.activeElement).toBe(place.querySelector('input'));
  place.querySelector('form')!.requestSubmit();
  await expect.poll(() => place.querySelector('form')).toBe(null);
  expect(document.activeElement).toBe(place.firstElementChild);
});
