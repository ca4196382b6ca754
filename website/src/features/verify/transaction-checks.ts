import type { TransactionDetail } from '@cairn/api/explorer';
import {
  addressFromPublicKey,
  bytesToHex,
  checkTransaction as checkTransferFields,
  decodeTransaction,
  encodeTransaction,
  findNetworkByChainId,
  formatPebbles,
  hexToBytes,
  isCoinbase,
  type Network,
  parseAddress,
  ProtocolError,
  SIGNATURE_SIZE,
  transactionId,
  verifyTransactionSignature,
} from '@cairn/protocol';
import type { Findings } from './findings.ts';

/** The fields of a transaction's bytes and its ID, as the API names them. */
export type ShownTransaction = Pick<
  TransactionDetail,
  'id' | 'chain' | 'nonce' | 'fee' | 'value' | 'from_address' | 'to_address' | 'unlock_sig' | 'is_coinbase'
>;

/** A transaction's 213 bytes. */
export interface TransactionBytes {
  readonly raw: Uint8Array;
  /** Network that they must belong to; if absent, the chain byte decides. */
  readonly network?: Network | undefined;
}

type TransactionFields = { readonly [Name in keyof ShownTransaction]-?: NonNullable<ShownTransaction[Name]> };

/** The ID and the fields of a transaction's bytes, in the API's names. @throws ProtocolError */
export function fieldsOf(raw: Uint8Array): TransactionFields {
  const transaction = decodeTransaction(raw);
  return {
    id: transactionId(raw),
    chain: transaction.chain,
    nonce: transaction.nonce,
    fee: formatPebbles(transaction.fee),
    value: formatPebbles(transaction.value),
    from_address: transaction.fromAddress,
    to_address: transaction.toAddress,
    unlock_sig: bytesToHex(transaction.unlockSig),
    is_coinbase: isCoinbase(transaction),
  };
}

/** The 213 bytes of the shown fields. @throws ProtocolError if a field does not fit or the signature is missing */
export function encodeFields(shown: ShownTransaction): Uint8Array {
  return encodeTransaction({
    chain: shown.chain,
    nonce: shown.nonce,
    fee: BigInt(shown.fee),
    value: BigInt(shown.value),
    fromAddress: shown.from_address,
    toAddress: shown.to_address,
    unlockSig: hexToBytes(shown.unlock_sig ?? ''),
  });
}

/**
 * Checks the shown ID and fields against the bytes, and chain, addresses and amount against the network's rules. Of a
 * coinbase, only the chain and the recipient's address are checked against these rules.
 */
export function checkTransaction(
  findings: Findings,
  bytes: TransactionBytes,
  shown: Partial<ShownTransaction>,
): void {
  const fields = fieldsOf(bytes.raw);
  const network = networkOf(bytes);
  findings.note('id', fields.id);
  findings.note('network', `${network.name} (${network.chainId})`);
  findings.compareAll(shown, fields);
  const transaction = decodeTransaction(bytes.raw);
  findings.compare('chain', transaction.chain, network.chainId);
  if (isCoinbase(transaction)) parseAddress(transaction.toAddress, network);
  else checkTransferFields(transaction, network);
}

/** Checks the signature, and that its key hashes to the sender's address. */
export function checkSignature(findings: Findings, bytes: TransactionBytes): void {
  const { raw } = bytes;
  const transaction = decodeTransaction(raw);
  const network = networkOf(bytes);
  const publicKey = transaction.unlockSig.subarray(SIGNATURE_SIZE);
  findings.note('address', addressFromPublicKey(publicKey, network));
  if (!verifyTransactionSignature(raw, network)) {
    findings.problems.push('the signature is not one of these bytes by the sender’s key');
  }
}

function networkOf({ raw, network }: TransactionBytes): Network {
  const { chain } = decodeTransaction(raw);
  const found = network ?? findNetworkByChainId(chain);
  if (found === undefined) throw new ProtocolError('invalid_transaction', `chain ${chain} is no network's`);
  return found;
}
