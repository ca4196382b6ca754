import { TRANSACTION_LAYOUT } from '@cairn/protocol';

/** Where each field that is shown stands in a transaction's 213 bytes (PROTOCOL.md section 3). */
export const OFFSETS = {
  nonce: TRANSACTION_LAYOUT.offsetOf('nonce'),
  fee: TRANSACTION_LAYOUT.offsetOf('fee'),
  value: TRANSACTION_LAYOUT.offsetOf('value'),
  from: TRANSACTION_LAYOUT.offsetOf('fromAddress'),
  to: TRANSACTION_LAYOUT.offsetOf('toAddress'),
  unlockSig: TRANSACTION_LAYOUT.offsetOf('unlockSig'),
} as const;

/** The sentinel sender begins with this character (`0`), which Base58 does not have. */
export const ZERO = '0'.charCodeAt(0);
