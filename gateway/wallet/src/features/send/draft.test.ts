import { expect, test } from 'vitest';
import { readRecipientInput, startDraft } from './draft.ts';

const ADDRESS = 'dVDLqzReEG5BxNBd65wcJ87tbd8U6ZdzEK';

test('a payment request fills in recipient and amount, in the unit of the form', () => {
  const typed = `cairn:${ADDRESS}?amount=1.5&label=Bob&message=Lunch`;
  expect(readRecipientInput(startDraft('crn'), typed)).toEqual({
    form: { recipient: ADDRESS, amount: '1.5', fee: '0.00001', unit: 'crn' },
    request: { address: ADDRESS, amount: 150_000_000n, label: 'Bob', message: 'Lunch' },
  });
  expect(readRecipientInput(startDraft('pebbles'), typed).form).toMatchObject({ amount: '150000000' });
});

test('a request without an amount leaves it to the payer, also after another request', () => {
  const asked = readRecipientInput(startDraft('crn'), `cairn:${ADDRESS}?amount=5`);
  expect(readRecipientInput(asked, `cairn:${ADDRESS}`).form).toMatchObject({
    recipient: ADDRESS,
    amount: '',
  });
});

test('an invalid request changes nothing and shows its error', () => {
  const typed = `cairn:${ADDRESS}?amount=1,5`;
  const draft = readRecipientInput(startDraft('crn'), typed);
  expect(draft.form).toMatchObject({ recipient: typed, amount: '' });
  expect(draft.requestProblem).toBe('This payment request is damaged.');
});

test('a comparison and a request are dropped if the recipient changes', () => {
  const before = { ...startDraft('crn'), compared: ADDRESS, request: { address: ADDRESS } };
  expect(readRecipientInput(before, `${ADDRESS}x`)).toEqual({
    form: { ...before.form, recipient: `${ADDRESS}x` },
  });
});
