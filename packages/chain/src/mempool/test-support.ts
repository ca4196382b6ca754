/** For tests only: signed transfers, and mempools on real chains. */
import {
  addressFromPublicKey,
  decodeTransaction,
  encodeTransaction,
  getPublicKey,
  signTransaction,
  transactionId,
  type TransactionBody,
} from '@cairn/protocol';
import { pino } from 'pino';
import type { StoredBlockSummary } from '../chain/chain-types.ts';
import type { DatabasePlace } from '../storage/level.ts';
import { ACCOUNTS, DEVNET, mineTestBlock, openTestChain, runtime, type TestChain } from '../test-support.ts';
import { Mempool } from './mempool.ts';
import { MEMPOOL_POLICY, type MempoolPolicy, type PendingTransaction } from './policy.ts';

/** A key and its address. */
export interface TestAccount {
  readonly address: string;
  readonly privateKey: Uint8Array;
}

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

/** A mempool on a real devnet chain. */
export class TestMempool implements AsyncDisposable {
  readonly #test: TestChain;
  readonly #policy: MempoolPolicy;
  readonly #place: DatabasePlace;
  mempool!: Mempool;
  /** Unix milliseconds. */
  now = Date.now();
  /** Log lines. */
  readonly lines: string[] = [];

  private constructor(test: TestChain, policy: Partial<MempoolPolicy>, place: DatabasePlace) {
    this.#test = test;
    this.#policy = { ...MEMPOOL_POLICY, ...policy };
    this.#place = place;
  }

  /** @param place of its store; in memory by default */
  static async create(policy: Partial<MempoolPolicy> = {}, place?: DatabasePlace): Promise<TestMempool> {
    const test = await openTestChain();
    const made = new TestMempool(test, policy, place ?? test.home.mempool);
    made.mempool = await made.open();
    return made;
  }

  get chain(): TestChain['chain'] {
    return this.#test.chain;
  }

  /** Where its store is. */
  get place(): DatabasePlace {
    return this.#place;
  }

  /** Opens a mempool on the chain and the store. */
  open(): Promise<Mempool> {
    const logger = pino({ level: 'info' }, { write: (line) => void this.lines.push(line) });
    const { chain, place } = this;
    return Mempool.open({ chain, place, clock: () => this.now, runtime, logger, policy: this.#policy });
  }

  /** Closes it and opens it again. @param meanwhile runs while it is closed */
  async reopen(meanwhile?: () => unknown): Promise<void> {
    await this.mempool.close();
    await meanwhile?.();
    this.mempool = await this.open();
  }

  /** @returns `accepted`, or the reason of the rejection */
  async submit(raw: Uint8Array): Promise<string> {
    const admission = await this.mempool.submit(raw);
    return admission.status === 'rejected' ? admission.reason : admission.status;
  }

  /** Nonces of a sender's pending transactions. */
  nonces({ address }: TestAccount): number[] {
    return this.mempool.pendingOutgoing(address).map(({ transaction }) => transaction.nonce);
  }

  /** Mines a block with these transfers. */
  mine(...raws: Uint8Array[]): Promise<StoredBlockSummary> {
    return mineTestBlock(this.chain, raws.map(decodeTransaction));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.mempool.close();
    await this.#test.close();
  }
}
