import type { TransactionDetail } from '@cairn/api/explorer';
import { encodeTransaction, hexToBytes, parsePebbles } from '@cairn/protocol';

/** The fields of a transaction's bytes and its ID, as the API names them. */
export type ShownTransaction = Pick<
  TransactionDetail,
  'id' | 'chain' | 'nonce' | 'fee' | 'value' | 'from_address' | 'to_address' | 'unlock_sig' | 'is_coinbase'
>;

/** The 213 bytes of the shown fields. @throws ProtocolError if a field does not fit or the signature is missing */
export function encodeFields(shown: ShownTransaction): Uint8Array {
  return encodeTransaction({
    chain: shown.chain,
    nonce: shown.nonce,
    fee: parsePebbles(shown.fee),
    value: parsePebbles(shown.value),
    fromAddress: shown.from_address,
    toAddress: shown.to_address,
    unlockSig: hexToBytes(shown.unlock_sig ?? ''),
  });
}
