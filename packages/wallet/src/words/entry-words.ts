import { ADDRESS_LENGTH, formatCoins, getNetwork, type NetworkName } from '@cairn/protocol';
import { MAX_FEE } from '../send/amount-entry.ts';
import type { RecipientEntry, RecipientProblem } from '../send/recipient-entry.ts';
import type { ValueProblem } from '../send/send-plan.ts';

type InvalidRecipient = Extract<RecipientEntry, { ok: false }>;

const AMOUNTS: Readonly<Record<ValueProblem, string>> = {
  empty: 'Enter an amount.',
  comma: 'Use a point for decimals and no separator for thousands, as in 1234.5.',
  negative: 'The amount must be more than zero.',
  exponent: 'Write the amount out in digits.',
  not_a_number: 'Only digits and one point, as in 12.5.',
  too_many_decimals: 'CRN has eight decimals at most.',
  zero: 'The amount must be more than zero.',
  too_large: 'This is more than can exist.',
  insufficient_balance: 'Amount and fee together are more than you can spend.',
};

/** Plain words for what is wrong with a typed amount. */
export function explainAmount(problem: ValueProblem): string {
  return AMOUNTS[problem];
}

/** The same for a typed fee. */
export function explainFee(problem: ValueProblem): string {
  switch (problem) {
    case 'empty':
      return 'Enter a fee.';
    case 'zero':
    case 'negative':
      return 'The smallest fee is 0.00000001 CRN.';
    case 'too_large':
      return `A fee can be at most ${formatCoins(MAX_FEE)} CRN.`;
    default:
      return AMOUNTS[problem];
  }
}

const RECIPIENTS: Readonly<
  Record<RecipientProblem, (entry: InvalidRecipient, network: NetworkName) => string>
> = {
  empty: () => 'Enter an address.',
  too_short: ({ length }) => `${length} of ${ADDRESS_LENGTH} characters.`,
  too_long: ({ length }) => `An address has ${ADDRESS_LENGTH} characters; this has ${length}.`,
  alphabet: ({ character }) =>
    `“${character}” is in no address: 0, O, I and l are left out, and so are spaces and signs.`,
  wrong_network: ({ network: other }, network) =>
    `This is a ${other} address; this wallet is on ${network} (addresses begin with “${getNetwork(network).addressPrefix}”).`,
  checksum: () => 'A character is wrong somewhere: the address does not add up. Copy it again.',
  coinbase_sender: () => 'This stands for newly made coins and is nobody’s address.',
};

/** Plain words for what is wrong with a typed recipient. */
export function explainRecipient(entry: InvalidRecipient, network: NetworkName): string {
  return RECIPIENTS[entry.problem](entry, network);
}
