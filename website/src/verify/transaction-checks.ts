import {
  type Address,
  addressFromPublicKey,
  bytesToHex,
  COINBASE_SENDER,
  decodeTransaction,
  encodeTransaction,
  findNetworkByChainId,
  formatPebbles,
  hexToBytes,
  isCoinbase,
  isValidAddress,
  type Network,
  sha256d,
  SIGNATURE_SIZE,
  SIGNED_PART_SIZE,
  type Transaction,
  TRANSACTION_SIZE,
  transactionId,
  type TransactionId,
  verifySignature,
} from '@cairn/protocol';
import type { Findings } from './findings.ts';

/** A transaction as the page shows it, in the API's names. */
export interface ShownTransaction {
  readonly id: TransactionId;
  readonly chain: number;
  readonly nonce: number;
  readonly fee: string;
  readonly value: string;
  readonly from_address: Address;
  readonly to_address: Address;
  readonly unlock_sig: string | null;
  readonly is_coinbase?: boolean | undefined;
}

/** A transaction's 213 bytes, and their source: route and offset, or the user's input. */
export interface TransactionBytes {
  readonly raw: Uint8Array;
  readonly source: string;
}

/**
 * Checks ID, shown fields, chain byte and addresses against the bytes.
 * @param network absent for a pasted transaction, whose chain byte then decides
 */
export function checkTransaction(
  findings: Findings,
  { raw, source }: TransactionBytes,
  { shown, network }: { shown?: Partial<ShownTransaction> | undefined; network?: Network | undefined },
): void {
  const id = transactionId(raw);
  findings.note('source', source);
  findings.note('bytes', raw.length);
  findings.note('id', id);
  if (shown?.id !== undefined) findings.compare('id', shown.id, id);
  if (shown !== undefined) {
    const names = compareTransaction(findings, raw, shown);
    if (names.length > 0) findings.note('fields', names.join(', '));
  }
  checkAddresses(findings, raw, network);
}

/** A decoded transaction in the API's fields. */
export function fieldsOf(transaction: Transaction): Omit<Required<ShownTransaction>, 'id'> {
  return {
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

/** Compares a shown transaction with its bytes. @returns names of the compared fields */
export function compareTransaction(
  findings: Findings,
  raw: Uint8Array,
  shown: Partial<ShownTransaction>,
  prefix = '',
): string[] {
  const transaction = findings.rule(() => decodeTransaction(raw));
  if (transaction === undefined) return [];
  const names: string[] = [];
  for (const [name, computed] of Object.entries(fieldsOf(transaction))) {
    const value = shown[name as keyof ShownTransaction];
    // Some fields are optional in the API's contract.
    if (value === null || value === undefined) continue;
    findings.compare(prefix + name, value, computed!);
    names.push(name);
  }
  return names;
}

function checkAddresses(findings: Findings, raw: Uint8Array, network: Network | undefined): void {
  const transaction = findings.rule(() => decodeTransaction(raw));
  if (transaction === undefined) return;
  const expected = network ?? findNetworkByChainId(transaction.chain);
  if (expected === undefined) {
    findings.problems.push(`chain ${transaction.chain} is no network's`);
    return;
  }
  findings.compare('chain', transaction.chain, expected.chainId);
  findings.note('network', `${expected.name} (${expected.chainId})`);
  const { fromAddress, toAddress } = transaction;
  if (!isValidAddress(toAddress, expected)) findings.problems.push(`to_address: ${toAddress}`);
  if (fromAddress !== COINBASE_SENDER && !isValidAddress(fromAddress, expected)) {
    findings.problems.push(`from_address: ${fromAddress}`);
  }
  if (!isCoinbase(transaction) && transaction.value === 0n) findings.problems.push('value: 0');
}

/**
 * Checks the signature (low S) of the SHA-256d of bytes 0–84 with the public key in the last 64 bytes, and that this key
 * hashes to the sender's address.
 * @param network absent for a pasted transaction, whose chain byte then decides
 */
export function checkSignature(
  findings: Findings,
  { raw, source }: TransactionBytes,
  network?: Network,
): void {
  const transaction = findings.rule(() => decodeTransaction(raw));
  if (transaction === undefined) return;
  const digest = sha256d(raw.subarray(0, SIGNED_PART_SIZE));
  const signature = transaction.unlockSig.subarray(0, SIGNATURE_SIZE);
  const publicKey = transaction.unlockSig.subarray(SIGNATURE_SIZE);
  findings.note('source', source);
  findings.note('digest', bytesToHex(digest));
  findings.note('signature', bytesToHex(signature));
  findings.note('publicKey', bytesToHex(publicKey));
  if (raw.length !== TRANSACTION_SIZE || !verifySignature(signature, digest, publicKey)) {
    findings.problems.push('the signature is not one of these bytes by this key');
  }
  const expected = network ?? findNetworkByChainId(transaction.chain);
  if (expected === undefined) {
    findings.problems.push(`chain ${transaction.chain} is no network's`);
    return;
  }
  const address = addressFromPublicKey(publicKey, expected);
  findings.note('address', address);
  findings.compare('from_address', transaction.fromAddress, address);
}

/**
 * Encodes the shown fields in 213 bytes.
 * @throws ProtocolError if a field does not fit or the signature is missing
 */
export function bytesOfShown(shown: ShownTransaction): Uint8Array {
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
