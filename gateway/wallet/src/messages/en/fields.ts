import type { AmountProblem, RecipientProblem, ReplacementFeeProblem } from '@cairn/wallet';

/** Errors of a typed amount. */
const amounts = {
  'amount.empty': 'Enter an amount.',
  'amount.comma': 'Use a point for decimals and no separator for thousands, as in 1234.5.',
  'amount.negative': 'The amount must be more than zero.',
  'amount.exponent': 'Write the amount out in digits.',
  'amount.fraction': 'A pebble is the smallest unit: whole numbers only.',
  'amount.not_a_number': 'Only digits and one point, as in 12.5.',
  'amount.too_many_decimals': 'CRN has eight decimals at most.',
  'amount.zero': 'The amount must be more than zero.',
  'amount.too_large': 'This is more than can ever exist.',
  'amount.insufficient_balance': 'Amount and fee together are more than you can spend.',
} as const satisfies Readonly<Record<`amount.${AmountProblem | 'insufficient_balance'}`, string>>;

/** Errors of a typed fee. */
const fees = {
  'fee.empty': 'Enter a fee.',
  'fee.comma': amounts['amount.comma'],
  'fee.negative': 'The smallest fee is {minimum}.',
  'fee.exponent': 'Write the fee out in digits.',
  'fee.fraction': amounts['amount.fraction'],
  'fee.not_a_number': amounts['amount.not_a_number'],
  'fee.too_many_decimals': amounts['amount.too_many_decimals'],
  'fee.zero': 'The smallest fee is {minimum}.',
  'fee.too_large': 'A fee can be at most {maximum}.',
  'fee.below_minimum': 'Replacing the pending transaction requires at least {minimum}.',
  'fee.insufficient_balance': 'The account cannot pay this fee.',
} as const satisfies Readonly<Record<`fee.${ReplacementFeeProblem}`, string>>;

/** Errors of a typed recipient. */
const recipients = {
  'recipient.empty': 'Enter an address.',
  'recipient.too_short': '{length} of {whole} characters.',
  'recipient.too_long': 'An address has {whole} characters; this has {length}.',
  'recipient.alphabet': 'Addresses never contain “{character}”. Check for a typo.',
  'recipient.wrong_network':
    'This is a {network} address; this wallet is on {wallet} (addresses begin with “{prefix}”).',
  'recipient.foreign': 'This is an address of another coin. CRN that is sent there would be lost.',
  'recipient.prefix': 'Addresses of {wallet} begin with “{prefix}”.',
  'recipient.checksum': 'Invalid checksum: at least one character is wrong. Copy the address again.',
  'recipient.coinbase_sender': 'This is the sender of newly mined coins; nothing can be sent to it.',
} as const satisfies Readonly<Record<`recipient.${RecipientProblem}`, string>>;

/** Errors and hints of the fields for amount, fee and recipient. */
export const fields = {
  ...amounts,
  ...fees,
  ...recipients,
  'recipient.prefix_of': 'Addresses of {wallet} begin with “{prefix}”. This begins like one of {network}.',
  'recipient.wrong_place':
    'Invalid checksum: character {place} (“{character}”) is likely wrong. Ask for the address again.',
  'recipient.swapped_places':
    'Invalid checksum: characters {place} and {next} have likely changed places. Ask for the address again.',
  'recipient.request_too_long': 'This payment request is too long.',
  'recipient.request_no_address': 'This payment request names no address.',
  'recipient.request_amount': 'The amount in this payment request cannot be read.',
  'recipient.request_encoding': 'This payment request is damaged.',
  'recipient.request_repeated': 'This payment request repeats a field.',
  'recipient.request_unknown_requirement':
    'This payment request asks for something that this wallet cannot do.',
  'recipient.choose': 'Choose one below, or enter a whole address.',
  'recipient.own': 'One of your own accounts: {name}.',
  'recipient.own_self': 'This is the account that you are sending from.',
  'recipient.contact': 'Your contact {name}.',
  'recipient.paid': 'You have paid it before.',
  'recipient.adds_up': 'Valid address.',
  'recipient.first_time': 'You have not paid it before.',
  'recipient.first_time_read': {
    one: 'You have not paid it in your last transaction.',
    other: 'You have not paid it in your last {count} transactions.',
  },
} as const;
