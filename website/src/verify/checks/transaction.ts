import {
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
  verifySignature,
} from '@cairn/protocol';
import type { CheckResult } from '../model.ts';
import { check, compare, type Findings, tell } from './result.ts';

/** A transaction as the page shows it, in the API's names. */
export interface ShownTransaction {
  readonly id: string;
  readonly chain: number;
  readonly nonce: number;
  readonly fee: string;
  readonly value: string;
  readonly from_address: string;
  readonly to_address: string;
  readonly unlock_sig: string | null;
  readonly is_coinbase?: boolean | undefined;
}

/** A transaction's 213 bytes, where they come from, and what they decode to. */
export interface TransactionBytes {
  readonly raw: Uint8Array;
  /** Route and place, or what the reader pasted. */
  readonly source: string;
}

/**
 * The bytes hash to the ID that the reader asked for, and to the one that is shown.
 * @param asked lowercase; absent where nobody asked for one
 */
export function checkTransactionId(
  { raw, source }: TransactionBytes,
  shownId: string | undefined,
  asked: string | undefined,
): CheckResult {
  return check('transactionId', (findings) => {
    const computed = transactionId(raw);
    tell(findings, 'source', source);
    tell(findings, 'bytes', raw.length);
    tell(findings, 'id', computed);
    if (shownId !== undefined) compare(findings, 'id', shownId, computed);
    if (asked !== undefined && asked !== shownId) compare(findings, 'id', asked, computed);
  });
}

/** The API's fields of what these bytes hold. @throws ProtocolError where the bytes are no transaction */
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

/** Every field that is shown of the transaction itself is what the bytes hold. */
export function checkTransactionFields(bytes: TransactionBytes, shown: ShownTransaction): CheckResult {
  return check('transactionFields', (findings) => {
    const compared = compareTransaction(findings, bytes.raw, shown);
    tell(findings, 'source', bytes.source);
    tell(findings, 'fields', compared.join(', '));
  });
}

/** Compares one shown transaction with its bytes. @returns names of the fields that were compared */
export function compareTransaction(
  findings: Findings,
  raw: Uint8Array,
  shown: ShownTransaction,
  prefix = '',
): string[] {
  const transaction = decoded(findings, raw);
  if (transaction === undefined) return [];
  const names: string[] = [];
  for (const [name, computed] of Object.entries(fieldsOf(transaction))) {
    const value = shown[name as keyof ShownTransaction];
    // Both may be left out of an answer that keeps to the contract.
    if (value === null || value === undefined) continue;
    compare(findings, prefix + name, value, computed!);
    names.push(name);
  }
  return names;
}

function decoded(findings: Findings, raw: Uint8Array): Transaction | undefined {
  try {
    return decodeTransaction(raw);
  } catch (error) {
    findings.problems.push((error as Error).message);
    return undefined;
  }
}

/**
 * The chain byte is the network's, and sender and recipient are addresses of it: form, checksum and version.
 * @param network absent for a pasted transaction: then its own chain byte says which
 */
export function checkAddresses({ raw, source }: TransactionBytes, network?: Network): CheckResult {
  return check('addresses', (findings) => {
    const transaction = decoded(findings, raw);
    if (transaction === undefined) return;
    const named = findNetworkByChainId(transaction.chain);
    const expected = network ?? named;
    tell(findings, 'source', source);
    if (expected === undefined) {
      findings.problems.push(`chain ${transaction.chain} is no network's`);
      return;
    }
    compare(findings, 'chain', transaction.chain, expected.chainId);
    tell(findings, 'network', `${expected.name} (${expected.chainId})`);
    const { fromAddress, toAddress } = transaction;
    if (!isValidAddress(toAddress, expected)) findings.problems.push(`to_address: ${toAddress}`);
    if (fromAddress !== COINBASE_SENDER && !isValidAddress(fromAddress, expected)) {
      findings.problems.push(`from_address: ${fromAddress}`);
    }
    if (!isCoinbase(transaction) && transaction.value === 0n) findings.problems.push('value: 0');
  });
}

const UNLOCK_OFFSET = TRANSACTION_SIZE - 2 * SIGNATURE_SIZE;

/** The signature, low S, is one of SHA-256d of bytes 0–84 by the key in the last 64 bytes. */
export function checkSignature({ raw, source }: TransactionBytes): CheckResult {
  return check('signature', (findings) => {
    const digest = sha256d(raw.subarray(0, SIGNED_PART_SIZE));
    const signature = raw.subarray(UNLOCK_OFFSET, UNLOCK_OFFSET + SIGNATURE_SIZE);
    const publicKey = raw.subarray(UNLOCK_OFFSET + SIGNATURE_SIZE);
    tell(findings, 'source', source);
    tell(findings, 'digest', bytesToHex(digest));
    tell(findings, 'signature', bytesToHex(signature));
    tell(findings, 'publicKey', bytesToHex(publicKey));
    if (raw.length !== TRANSACTION_SIZE || !verifySignature(signature, digest, publicKey)) {
      findings.problems.push('the signature is not one of these bytes by this key');
    }
  });
}

/**
 * The key in the bytes hashes to the sender's address.
 * @param network absent for a pasted transaction: then its own chain byte says which
 */
export function checkSenderKey({ raw, source }: TransactionBytes, network?: Network): CheckResult {
  return check('senderKey', (findings) => {
    const transaction = decoded(findings, raw);
    if (transaction === undefined) return;
    const expected = network ?? findNetworkByChainId(transaction.chain);
    if (expected === undefined) {
      findings.problems.push(`chain ${transaction.chain} is no network's`);
      return;
    }
    const publicKey = transaction.unlockSig.subarray(SIGNATURE_SIZE);
    const address = addressFromPublicKey(publicKey, expected);
    tell(findings, 'source', source);
    tell(findings, 'publicKey', bytesToHex(publicKey));
    tell(findings, 'address', address);
    compare(findings, 'from_address', transaction.fromAddress, address);
  });
}

/**
 * The 213 bytes that the shown fields stand for.
 * @throws ProtocolError where a field does not fit or the signature is not shown
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
