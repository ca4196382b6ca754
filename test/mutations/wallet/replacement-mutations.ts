import type { Groups } from '../mutation.ts';

const REPLACEMENT = 'packages/wallet/src/send/replacement.ts';

/** Rules of taking the place of what is pending. */
export const REPLACEMENT_MUTATIONS: Groups = {
  replacement: [
    ['raises the fee too little', REPLACEMENT, '(fee * 11n + 9n) / 10n', '(fee * 11n) / 10n'],
    [
      'raises a small fee not at all',
      REPLACEMENT,
      'tenPercentMore > fee ? tenPercentMore : fee + 1n',
      'tenPercentMore',
    ],
    [
      'takes too low a fee',
      REPLACEMENT,
      "if (entry.pebbles < minimumFee) return { minimumFee, feeProblem: 'below_minimum' };",
      '',
    ],
    ['replaces what others sent', REPLACEMENT, 'transaction.from_address === account.address &&', ''],
    ['replaces what is confirmed', REPLACEMENT, "transaction.status === 'pending' &&", ''],
    ['replaces a used nonce', REPLACEMENT, 'transaction.nonce > account.nonce &&', ''],
    [
      'replaces beyond the largest fee',
      REPLACEMENT,
      '&&\n    minimumReplacementFee(parsePebbles(transaction.fee)) <= MAX_FEE',
      '',
    ],
    [
      'replaces what cannot be',
      REPLACEMENT,
      "if (!isReplaceable(original, account)) throw new RangeError('this transaction cannot be replaced');",
      '',
    ],
    ['takes a new nonce', REPLACEMENT, 'nonce: transaction.nonce,', 'nonce: transaction.nonce + 1,'],
    [
      'cancels to the recipient',
      REPLACEMENT,
      'toAddress: original.from_address, value: CANCEL_VALUE',
      'value: CANCEL_VALUE',
    ],
    [
      'cancels with the whole value',
      REPLACEMENT,
      'toAddress: original.from_address, value: CANCEL_VALUE',
      'toAddress: original.from_address',
    ],
    [
      'replaces with what is not there',
      REPLACEMENT,
      "if (remaining < 0n) return { minimumFee, feeProblem: 'insufficient_balance' };",
      '',
    ],
    ['does not say what it replaces', REPLACEMENT, 'spendable, replaces } };', 'spendable } };'],
  ],
};
