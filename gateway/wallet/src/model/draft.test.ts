import { suggestFees } from '@cairn/wallet';
import { expect, test } from 'vitest';
import { formOf, readRecipientInput, startDraft } from './draft.ts';

const ADDRESS = 'dVDLqzReEG5BxNBd65wcJ87tbd8U6ZdzEK';
const typed = { ...startDraft('crn'), amount: '7', fee: { custom: '1' } };

test('a payment request fills in recipient and amount, in the unit of the form', () => {
  const request = `cairn:${ADDRESS}?amount=1.5&label=Bob&message=Lunch`;
  expect(readRecipientInput(typed, request)).toEqual({
    ...typed,
    recipient: ADDRESS,
    amount: '1.5',
    request: { address: ADDRESS, amount: 150_000_000n, label: 'Bob', message: 'Lunch' },
  });
  expect(readRecipientInput(startDraft('pebbles'), request)).toMatchObject({ amount: '150000000' });
});

test('an amount stays as it was typed, but not the one of another request', () => {
  const scanned = readRecipientInput(typed, `cairn:${ADDRESS}`);
  expect(scanned).toMatchObject({ recipient: ADDRESS, amount: '7', fee: { custom: '1' } });
  const asked = readRecipientInput(scanned, `cairn:${ADDRESS}?amount=5`);
  expect(readRecipientInput(asked, `cairn:${ADDRESS}`)).toMatchObject({ recipient: ADDRESS, amount: '' });
});

test('an invalid request changes nothing and shows its error', () => {
  const request = `cairn:${ADDRESS}?amount=1,5`;
  const draft = readRecipientInput(typed, request);
  expect(draft).toEqual({ ...typed, recipient: request, requestProblem: 'damaged' });
});

test('a comparison and a request are dropped if the recipient changes', () => {
  const before = { ...typed, compared: ADDRESS, request: { address: ADDRESS } };
  expect(readRecipientInput(before, `${ADDRESS}x`)).toEqual({ ...typed, recipient: `${ADDRESS}x` });
});

test('a preset and the largest amount follow the node’s fees', () => {
  const account = { spendable_balance: '1000' } as never;
  const feesOf = (few_blocks: string) =>
    suggestFees({ economy: '1', few_blocks, next_block: '900', sampled_blocks: 1 });
  const all = { ...startDraft('pebbles'), amount: null };
  expect(formOf(all, feesOf('10'), account)).toMatchObject({ fee: '10', amount: '990' });
  expect(formOf(all, feesOf('30'), account)).toMatchObject({ fee: '30', amount: '970' });
  expect(formOf({ ...all, fee: { custom: '5' } }, feesOf('30'), account)).toMatchObject({ amount: '995' });
  expect(formOf({ ...all, fee: { custom: '' } }, feesOf('30'), account)).toMatchObject({ amount: '' });
});
