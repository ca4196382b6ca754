import { COINBASE_SENDER } from '@cairn/protocol';
import { expect, it } from 'vitest';
import { readPaymentLink } from './payment-link.ts';

const ADDRESS = 'dVDLqzReEG5BxNBd65wcJ87tbd8U6ZdzEK';

it('reads what a wallet has written', () => {
  expect(readPaymentLink(`#cairn:${ADDRESS}?amount=1.5&message=Tea%20%26%20cake`)).toEqual({
    kind: 'request',
    network: 'devnet',
    request: { address: ADDRESS, amount: 150_000_000n, message: 'Tea & cake' },
  });
});

it.each([
  ['', 'none'],
  ['#', 'none'],
  ['#/send', 'damaged'],
  ['#javascript:alert(1)', 'damaged'],
  [`#${ADDRESS}`, 'damaged'],
  [`#cairn:${ADDRESS.replace('V', 'W')}`, 'damaged'],
  [`#cairn:${COINBASE_SENDER}`, 'damaged'],
  [`#cairn:${ADDRESS}?amount=-1`, 'damaged'],
  [`#cairn:${ADDRESS}?amount=1&amount=100`, 'damaged'],
  [`#cairn:${ADDRESS}?message=%E0%A4`, 'damaged'],
  [`#cairn:${ADDRESS}?req-memo=1`, 'unknown_requirement'],
])('refuses %s', (fragment, kind) => {
  expect(readPaymentLink(fragment)).toEqual({ kind });
});

it('shows no text that reads otherwise than it is written', () => {
  const link = readPaymentLink(`#cairn:${ADDRESS}?label=Ann%E2%80%AEexe&message=%00a%0Ab`);
  expect(link).toMatchObject({ request: { label: 'Annexe', message: 'a b' } });
});
