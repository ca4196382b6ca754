import { expect, it } from 'vitest';
import { placeFragment, readPlace } from './place.ts';

it.each([
  [{ explorer: '/', wallet: '', front: 'explorer' }, '#/'],
  [{ explorer: '/', wallet: '', front: 'wallet' }, '#/&wallet'],
  [
    { explorer: '/blocks?before=5&limit=2', wallet: '#/send', front: 'wallet' },
    '#/blocks?before=5&limit=2&wallet#/send',
  ],
  [{ explorer: '/transactions/ab#signed=00', wallet: '', front: 'explorer' }, '#/transactions/ab#signed=00'],
] as const)('%j is written as %s, and read again', (place, fragment) => {
  expect(placeFragment(place)).toBe(fragment);
  expect(readPlace(fragment)).toEqual(place);
});

it.each(['', '#', '#devnet=00', '#wallet', '#//other.example/', '#/\\other.example/&wallet'])(
  '%j names no place',
  (fragment) => {
    expect(readPlace(fragment)).toBeUndefined();
  },
);
