import type { KnownAddress } from '@cairn/wallet';
import { expect, test } from 'vitest';
import { findSuggestions } from './transfer-form.tsx';

const known: KnownAddress[] = [
  { address: 'dSelf', trust: 'own', name: 'Everyday' },
  { address: 'dSave', trust: 'own', name: 'Savings' },
  { address: 'dBob', trust: 'contact', name: 'Bob' },
  { address: 'dPoison', trust: 'paid_by' },
  { address: 'dPaid', trust: 'paid' },
];
const suggested = (typed: string) => findSuggestions(typed, known, 'dSelf').map(({ address }) => address);

test('only named addresses are suggested, contacts first, never the sender', () => {
  expect(suggested('')).toEqual(['dBob', 'dSave']);
  expect(suggested('d')).toEqual(['dBob', 'dSave']);
});

test('suggestions match any part of the name, or the beginning of the address', () => {
  expect(suggested('sav')).toEqual(['dSave']);
  expect(suggested('OB')).toEqual(['dBob']);
  expect(suggested('dB')).toEqual(['dBob']);
  expect(suggested('dP')).toEqual([]);
});
