import type { TransactionDetail } from '@cairn/api/explorer';
import { encodeTransaction, hexToBytes, parsePebbles } from '@cairn/protocol';

/** The 213 bytes of a transaction's fields as the API names them. @throws ProtocolError if a field does not fit or is missing */
export function encodeFields(
  fields: Pick<
    TransactionDetail,
    'chain' | 'nonce' | 'fee' | 'value' | 'from_address' | 'to_address' | 'unlock_sig'
  >,
): Uint8Array {
  return encodeTransaction({
    chain: fields.chain,
    nonce: fields.nonce,
    fee: parsePebbles(fields.fee),
    value: parsePebbles(fields.value),
    fromAddress: fields.from_address,
    toAddress: fields.to_address,
    unlockSig: hexToBytes(fields.unlock_sig ?? ''),
  });
}
