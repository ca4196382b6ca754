import { expect, test } from 'vitest';
import { ADDRESSES } from '../test-support.ts';
import { findMistake } from './mistyped-address.ts';

const [alice] = ADDRESSES as [string];

test('finds the place of one wrong character, at the start, in the middle and at the end', () => {
  for (const place of [1, 17, 33]) {
    const wrong = alice[place] === 'x' ? 'y' : 'x';
    const typed = alice.slice(0, place) + wrong + alice.slice(place + 1);
    expect(findMistake(typed, 'devnet')).toEqual({ kind: 'wrong', place });
  }
});

test('finds two neighbours that changed places', () => {
  const place = Array.from(alice).findIndex(
    (character, index) => index > 4 && character !== alice[index + 1],
  );
  const typed = alice.slice(0, place) + alice[place + 1]! + alice[place]! + alice.slice(place + 2);
  expect(findMistake(typed, 'devnet')).toEqual({ kind: 'swapped', place });
});

test('guesses nothing where more is wrong, or where the length is', () => {
  expect(findMistake(`${alice.slice(0, 10)}xyxy${alice.slice(14)}`, 'devnet')).toBeUndefined();
  expect(findMistake(alice.slice(1), 'devnet')).toBeUndefined();
  expect(findMistake(alice, 'testnet')).toBeUndefined();
});
