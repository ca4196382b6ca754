/** Every `reason` a mempool rejects with, in plain words (PROTOCOL.md calls them policy; these are for its owner). */
const REASONS: Readonly<Record<string, string>> = {
  nonce_too_low:
    'Another transaction of this account has already used this nonce. Start again from the current state.',
  nonce_gap:
    'An earlier transaction of this account has not reached the node, so this one cannot follow yet.',
  insufficient_balance: 'The account cannot pay the amount and the fee together.',
  fee_too_low: 'The fee is below what the node takes. The smallest is 0.00000001 CRN.',
  replacement_fee_too_low:
    'Another pending transaction has the same nonce, and replacing it takes a fee at least 10 % and 0.00000001 CRN higher.',
  sender_limit:
    'This account already has as many pending transactions as the node keeps for one sender (64).',
  mempool_full: 'The node holds as many pending transactions as it can, and all of them pay a higher fee.',
  wrong_chain: 'The transaction was signed for another network.',
  bad_signature: 'The node does not accept the signature.',
  bad_address: 'The node does not accept one of the addresses.',
  zero_value: 'The amount must be at least 0.00000001 CRN.',
  already_confirmed: 'This transaction is already confirmed.',
};

/** Codes of the RPC, the gateway and the client, where they concern a submission. */
const CODES: Readonly<Record<string, string>> = {
  transaction_rejected: 'The node did not take the transaction and gave no reason.',
  invalid_transaction: 'The node could not read the transaction.',
  invalid_transaction_encoding: 'The node could not read the transaction.',
  invalid_transaction_length: 'The node got a transaction of the wrong length.',
  node_not_ready: 'The node is still catching up with its peers.',
  mempool_unavailable: 'The node’s store of pending transactions failed while it looked at this one.',
  unauthorized: 'The gateway could not identify itself to the node.',
  session_expired: 'The gateway was restarted, so this page has to be loaded again.',
  node_timeout: 'The node did not answer in time.',
  node_unreachable: 'The gateway lost its connection to the node.',
  node_bad_response: 'The node’s answer could not be understood.',
  timeout: 'No answer came in time.',
  network: 'The connection to the gateway broke.',
  not_json: 'The answer could not be understood.',
  unexpected_shape: 'The answer could not be understood.',
  unexpected_receipt: 'The receipt was for something else.',
  internal_error: 'The node or the gateway failed while it worked on this.',
};

/** Plain words for a rejection `reason` or an error code; a code without words is named as it is. */
export function explainSubmission(code: string): string {
  return REASONS[code] ?? CODES[code] ?? `The answer was “${code}”.`;
}
