import { expect, test } from 'vitest';
import { readLabelsFile } from './records/labels-file.ts';
import { parsePaymentRequest } from './records/payment-request.ts';
import { checkRecipient } from './send/recipient.ts';
import { readTransferCode } from './send/transfer-code.ts';

const MB_50 = 50_000_000;
const code = (text: string) => readTransferCode(text, 'devnet');

/** A reading whose time grows with the square of the length would not end within the time limit of a test. */
test.each<[string, () => unknown, object]>([
  ['a million damaged labels', () => [readLabelsFile('{\n'.repeat(1_000_000))], [undefined]],
  ['labels of 50 MB', () => [readLabelsFile(' '.repeat(MB_50))], [undefined]],
  ['a transfer code', () => code(`CAIRN-SIGNED:${'0'.repeat(MB_50)}`), { problem: 'damaged' }],
  ['a code with spaces', () => code(`CAIRN-UNSIGNED:${'0 '.repeat(MB_50 / 2)}`), { problem: 'damaged' }],
  ['a code of white space', () => code(' '.repeat(MB_50)), { kind: 'other' }],
  ['a recipient', () => checkRecipient('d'.repeat(MB_50), 'devnet'), { problem: 'too_long', length: MB_50 }],
  ['a payment request', () => parsePaymentRequest(`cairn:${'%'.repeat(MB_50)}`), { problem: 'damaged' }],
])('huge input is refused: %s', (_name, read, refusal) => {
  expect(read()).toMatchObject(refusal);
});
