import type { AddressState } from '@cairn/api/explorer';
import { describe, expect, it } from 'vitest';
import { addressNews, transactionNews } from './alert-news.ts';
import { translationsFor } from './texts.ts';

const wording = {
  translations: translationsFor('en'),
  nameOf: (reference: string) => reference.slice(0, 4),
};

describe('news of a transaction', () => {
  const seen = (confirmations: number) => ({ id: 'ab'.repeat(32), confirmations, block_height: 7 });

  it('come once it has enough confirmations, and not while no block holds it', () => {
    expect(transactionNews(undefined, true, 3, wording)).toBeUndefined();
    expect(transactionNews(seen(2), false, 3, wording)).toBeUndefined();
    expect(transactionNews(seen(3), false, 3, wording)).toEqual({
      about: 'ab'.repeat(32),
      title: '3 confirmations',
      text: 'abab is in block 7.',
      isLast: true,
    });
  });

  it('tell that a reorganization removed its block, and go on', () => {
    expect(transactionNews(seen(2), true, 3, wording)).toMatchObject({
      title: 'No longer in a block',
      isLast: false,
    });
  });
});

it('news of an address tell each change, even if received coins are sent again', () => {
  const at = (balance: string, nonce: number) => ({ address: 'dTNtBD', balance, nonce }) as AddressState;
  const news = (...states: readonly [AddressState, AddressState]) => addressNews(...states, wording);
  expect(news(at('100', 1), at('100', 1))).toBeUndefined();
  expect(news(at('100', 1), at('150', 1))).toEqual({
    about: 'dTNtBD',
    title: 'dTNt: +0.0000005\u00a0CRN',
    text: '',
    isLast: false,
  });
  expect(news(at('100', 1), at('90', 2))).toMatchObject({
    title: 'dTNt: −0.0000001\u00a0CRN',
    text: '1 transaction sent',
  });
  expect(news(at('150', 1), at('150', 2))).toMatchObject({ title: 'dTNt sent coins' });
});
