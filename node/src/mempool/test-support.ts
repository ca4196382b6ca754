/** Signed transfers for the tests of everything that handles pending transactions. */
import {
  addressFromPublicKey,
  encodeTransaction,
  getNetwork,
  getPublicKey,
  signTransaction,
  transactionId,
  type TransactionBody,
} from '@cairn/protocol';
import { developmentAccounts } from '@cairn/protocol/development-accounts';
import type { PendingTransaction } from './policy.ts';

export const DEVNET = getNetwork('devnet');

/** A key and its address. */
export interface TestAccount {
  readonly address: string;
  readonly privateKey: Uint8Array;
}

/** The ten development accounts: each has 1,000,000 CRN on a fresh devnet. */
export const ACCOUNTS: readonly TestAccount[] = developmentAccounts(DEVNET);

/** An unused account whose private key is `number`, 1 to 2^32 − 1. */
export function numberedAccount(number: number): TestAccount {
  const privateKey = new Uint8Array(32);
  new DataView(privateKey.buffer).setUint32(28, number);
  return { privateKey, address: addressFromPublicKey(getPublicKey(privateKey), DEVNET) };
}

/** A signed transfer; everything but the sender has a default that an empty pool on a fresh devnet admits. */
export function signedTransfer(sender: TestAccount, fields: Partial<TransactionBody> = {}): Uint8Array {
  const body: TransactionBody = {
    chain: DEVNET.chainId,
    nonce: 1,
    fee: 1_000n,
    value: 1n,
    fromAddress: sender.address,
    toAddress: ACCOUNTS[4]!.address,
    ...fields,
  };
  return encodeTransaction(signTransaction(body, sender.privateKey));
}

/** A pending transaction whose signature is not checked. */
export function pendingTransfer(
  fromAddress: string,
  fields: Partial<TransactionBody> & { receivedAt?: number } = {},
): PendingTransaction {
  const { receivedAt = 0, ...body } = fields;
  const transaction = {
    chain: DEVNET.chainId,
    nonce: 1,
    fee: 1_000n,
    value: 1n,
    fromAddress,
    toAddress: ACCOUNTS[4]!.address,
    unlockSig: new Uint8Array(128),
    ...body,
  };
  const raw = encodeTransaction(transaction);
  return { id: transactionId(raw), transaction, raw, receivedAt };
}
