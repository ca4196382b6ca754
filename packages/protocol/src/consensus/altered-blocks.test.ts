/**
 * Checks the last block of the vectors' devnet chain with one alteration at a time. Its Merkle root and work are
 * computed again, unless they are altered themselves, so that the block breaks only one rule.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import chain from '../../../../test/vectors/devnet-chain.json' with { type: 'json' };
import { COINBASE_SENDER } from '../address.ts';
import { MAX_U64 } from '../amount.ts';
import { expectedBits } from '../asert.ts';
import { blockIdBytes, encodeBlockHeader, HEADER_SIZE, type BlockHeader } from '../block-header.ts';
import { decodeBlock, encodeBlock, splitBlock, type Block } from '../block.ts';
import { bytesToHex, hexToBytes } from '../bytes.ts';
import { developmentAccounts } from '../development-accounts.ts';
import { meetsTarget } from '../difficulty.ts';
import { merkleRoot } from '../merkle.ts';
import { blockToApply, blockTransactions, recordOf } from '../test-support.ts';
import { getNetwork } from '../networks.ts';
import {
  decodeTransaction,
  encodeTransaction,
  signTransaction,
  transactionIdBytes,
  verifyTransactionSignature,
  type Transaction,
  type TransactionBody,
} from '../transaction.ts';
import { ConsensusError, type ConsensusErrorCode } from './consensus-error.ts';
import { checkHeader, checkMerkleRoot, MAX_FUTURE_SECONDS, medianTime } from './header-rules.ts';
import type { AccountRecord } from '../account-commitment.ts';
import { AccountRecords } from '../account-records.ts';
import { ProtocolError } from '../errors.ts';
import { applyTransactions, checkAccountRoot } from './state.ts';
import { checkCoinbase, checkTransaction } from './transaction-rules.ts';

const network = getNetwork('devnet');
const accounts = developmentAccounts(network);
const foreignAddress = developmentAccounts(getNetwork('testnet'))[0]!.address;

const state = new Map<string, AccountRecord>();
const timestamps: number[] = [];
let parent: { id: string; height: number; timestamp: number };
let last: Block;

beforeAll(() => {
  for (const { id, raw } of chain.blocks.slice(0, -1)) {
    const { header, transactions } = decodeBlock(hexToBytes(raw));
    const block = blockToApply(transactions, header.height);
    const { after } = applyTransactions(block, (address) => state.get(address));
    for (const [address, account] of after) state.set(address, account);
    timestamps.push(header.timestamp);
    parent = { id, height: header.height, timestamp: header.timestamp };
  }
  last = decodeBlock(hexToBytes(chain.blocks.at(-1)!.raw));
  // A new block: the vectors' coinbase and two transfers of account 0 with fees 5 and 7.
  const [coinbase] = last.transactions;
  const value = 5_000_000_000n + 12n;
  last = {
    ...last,
    transactions: [{ ...coinbase!, value }, transfer({ fee: 5n }), transfer({ fee: 7n }, 1)],
  };
});

/** A signed transfer from development account 0, the `place`-th after its confirmed ones. */
function transfer(change: Partial<TransactionBody> = {}, place = 0, signer = accounts[0]!): Transaction {
  const fromAddress = accounts[0]!.address;
  const nonce = state.get(fromAddress)!.nonce + 1 + place;
  const body = { chain: 3, nonce, fee: 0n, value: 1n, fromAddress, toAddress: accounts[1]!.address };
  return signTransaction({ ...body, ...change }, signer.privateKey);
}

interface Circumstances {
  readonly now?: number;
  readonly lookup?: (address: string) => AccountRecord | undefined;
}

/** Checks all rules, as a node does. */
function check(raw: Uint8Array, { now, lookup }: Circumstances = {}): ReadonlyMap<string, AccountRecord> {
  const { header, transactions } = decodeBlock(raw);
  const { headerBytes, transactionBytes } = splitBlock(raw);
  const bits = expectedBits(network, parent, undefined);
  const context = { network, parent, lastTimestamps: timestamps.slice(-11), bits };
  checkHeader(header, headerBytes, now === undefined ? context : { ...context, now });
  checkMerkleRoot(header, merkleRoot(transactionBytes.map(transactionIdBytes)));
  const columns = blockTransactions(transactions);
  checkCoinbase(header, columns, network);
  transactions.slice(1).forEach((transaction, index) => {
    checkTransaction(transaction, network);
    if (!verifyTransactionSignature(transactionBytes[index + 1]!, network)) {
      throw new ConsensusError('bad_signature', `transaction ${index + 1}`);
    }
  });
  const block = blockToApply(transactions, header.height);
  const { after } = applyTransactions(block, lookup ?? ((address) => state.get(address)));
  // The circumstances of a test have no tree.
  if (lookup === undefined)
    checkAccountRoot(transactionBytes[0]!, new AccountRecords([...state, ...after]).root());
  return after;
}

/** Increases the nonce from 0 until the header has (or lacks) enough work for its bits. */
function mine(header: BlockHeader, enough = true): BlockHeader {
  for (let nonce = 0; ; nonce += 1) {
    const candidate = { ...header, nonce };
    if (meetsTarget(blockIdBytes(encodeBlockHeader(candidate)), header.bits) === enough) return candidate;
  }
}

/** The transactions with the account root after them in the first one. */
function withRoot(transactions: readonly Transaction[]): Transaction[] {
  const raws = transactions.map(encodeTransaction);
  try {
    return new AccountRecords(state).commit(last.header.height, raws).map(decodeTransaction);
  } catch (error) {
    if (error instanceof ProtocolError) return [...transactions]; // a balance that no record can hold
    throw error;
  }
}

function sealed(
  header: Partial<BlockHeader>,
  transactions: readonly Transaction[] = last.transactions,
  commits = true,
): Uint8Array {
  const committed = commits ? withRoot(transactions) : transactions;
  const ids = committed.map((transaction) => transactionIdBytes(encodeTransaction(transaction)));
  const root = bytesToHex(merkleRoot(ids));
  return encodeBlock({
    header: mine({ ...last.header, merkleRoot: root, ...header }),
    transactions: committed,
  });
}

/** The block with another coinbase. */
function withCoinbase(change: Partial<Transaction>): Uint8Array {
  return sealed({}, [{ ...last.transactions[0]!, ...change }, ...last.transactions.slice(1)]);
}

/** The block with other transfers, and a coinbase that takes exactly their fees. */
function withTransfers(...transfers: Transaction[]): Uint8Array {
  const fees = transfers.reduce((sum, { fee }) => sum + fee, 0n);
  return sealed({}, [{ ...last.transactions[0]!, value: 5_000_000_000n + fees }, ...transfers]);
}

function expectRefusal(code: ConsensusErrorCode, raw: Uint8Array, circumstances?: Circumstances): void {
  expect(() => check(raw, circumstances)).toThrow(expect.objectContaining({ name: 'ConsensusError', code }));
}

it('the unaltered block is valid', () => {
  const after = check(sealed({}));
  const [sender, recipient] = accounts.map(({ address }) => address) as [string, string];
  const receivesReward = last.header.miner === sender ? 5_000_000_012n : 0n;
  expect(after.get(sender)!.nonce).toBe(state.get(sender)!.nonce + 2);
  expect(after.get(sender)!.balance).toBe(state.get(sender)!.balance - 14n + receivesReward);
  expect(after.get(recipient)!.nonce).toBe(state.get(recipient)!.nonce);
});

describe('a header', () => {
  it.each<[ConsensusErrorCode, string, () => Partial<BlockHeader>]>([
    ['bad_version', 'version 0', () => ({ version: 0 })],
    ['bad_version', 'version 2', () => ({ version: 2 })],
    ['bad_height', "the parent's height", () => ({ height: parent.height })],
    ['bad_height', 'a height left out', () => ({ height: parent.height + 2 })],
    ['bad_previous_block', 'another parent', () => ({ previousBlockId: '00'.repeat(32) })],
    [
      'timestamp_too_old',
      'the median as timestamp',
      () => ({ timestamp: medianTime(timestamps.slice(-11)) }),
    ],
    ['bad_miner', "another network's miner", () => ({ miner: foreignAddress })],
    ['bad_miner', 'the coinbase sender as miner', () => ({ miner: COINBASE_SENDER })],
    ['bad_bits', 'easier bits', () => ({ bits: 0x2100_ffff })],
    ['bad_bits', 'harder bits', () => ({ bits: 0x207f_fffe })],
    ['bad_merkle_root', 'another Merkle root', () => ({ merkleRoot: '11'.repeat(32) })],
  ])('is refused as %s with %s', (code, _, change) => expectRefusal(code, sealed(change())));

  it('is rejected as insufficient_work if its ID misses the target', () => {
    const { header, transactions } = decodeBlock(sealed({}));
    expectRefusal('insufficient_work', encodeBlock({ header: mine(header, false), transactions }));
  });

  it('may be one second after the median', () => {
    expect(() => check(sealed({ timestamp: medianTime(timestamps.slice(-11)) + 1 }))).not.toThrow();
  });

  it('may be at most 7,200 seconds ahead of the clock; without a clock, any time ahead is accepted', () => {
    const timestamp = 2_000_000_000;
    const raw = sealed({ timestamp });
    expect(() => check(raw, { now: timestamp - MAX_FUTURE_SECONDS })).not.toThrow();
    expectRefusal('timestamp_too_new', raw, { now: timestamp - MAX_FUTURE_SECONDS - 1 });
    expect(() => check(raw)).not.toThrow();
  });
});

describe('a coinbase', () => {
  it.each<[string, () => Partial<Transaction>]>([
    ['one pebble too much', () => ({ value: last.transactions[0]!.value + 1n })],
    ['one pebble too little', () => ({ value: last.transactions[0]!.value - 1n })],
    ['a fee', () => ({ fee: 1n })],
    ["another block's height as nonce", () => ({ nonce: last.header.height - 1 })],
    ["another network's chain", () => ({ chain: 2 })],
    ["another recipient than the header's miner", () => ({ toAddress: foreignAddress })],
  ])('with %s is refused', (_, change) => expectRefusal('bad_coinbase', withCoinbase(change())));

  it('may have any 96 bytes of extra nonce', () => {
    expect(() => check(withCoinbase({ unlockSig: new Uint8Array(128).fill(0xff) }))).not.toThrow();
  });

  it('with another account root is refused', () => {
    const [coinbase, ...transfers] = withRoot(last.transactions);
    const unlockSig = coinbase!.unlockSig.map((byte, index) => (index === 31 ? byte ^ 1 : byte));
    expectRefusal('bad_account_root', sealed({}, [{ ...coinbase!, unlockSig }, ...transfers], false));
  });

  it('must be the first transaction, and the only coinbase', () => {
    const [coinbase, ...transfers] = last.transactions as [Transaction, ...Transaction[]];
    expectRefusal('bad_coinbase', sealed({}, transfers));
    expectRefusal('bad_coinbase', sealed({}, [...transfers, coinbase]));
    expectRefusal('bad_coinbase', sealed({}, [coinbase, ...transfers, coinbase]));
  });
});

describe('a transfer', () => {
  it.each<[ConsensusErrorCode, string, () => Transaction]>([
    ['bad_chain', "another network's chain", () => transfer({ chain: 2 })],
    ['bad_address', "another network's recipient", () => transfer({ toAddress: foreignAddress })],
    ['bad_address', 'the coinbase sender as recipient', () => transfer({ toAddress: COINBASE_SENDER })],
    ['bad_address', "another network's sender", () => transfer({ fromAddress: foreignAddress })],
    ['zero_value', 'no value', () => transfer({ value: 0n })],
    ['bad_signature', 'a value altered after signing', () => ({ ...transfer(), value: 2n })],
    ['bad_signature', "another account's signature", () => transfer({}, 0, accounts[2])],
    ['bad_signature', 'no signature', () => ({ ...transfer(), unlockSig: new Uint8Array(128) })],
    ['bad_nonce', 'a nonce left out', () => transfer({}, 1)],
    ['bad_nonce', 'the confirmed nonce again', () => transfer({}, -1)],
    ['bad_nonce', 'the highest nonce', () => transfer({ nonce: 0xffff_ffff })],
    ['insufficient_balance', 'more than there is', () => transfer({ value: MAX_U64 })],
  ])('is refused as %s with %s', (code, _, make) => expectRefusal(code, withTransfers(make())));

  it('may spend the last pebble, fee included, and no more', () => {
    // The miner is another account, whose reward is credited first and could be spent.
    const poor = (address: string): AccountRecord | undefined =>
      address === accounts[0]!.address ? { ...state.get(address)!, balance: 10n } : state.get(address);
    const block = (fee: bigint): Uint8Array => {
      const miner = accounts[5]!.address;
      const coinbase = { ...last.transactions[0]!, toAddress: miner, value: 5_000_000_000n + fee };
      return sealed({ miner }, [coinbase, transfer({ value: 6n, fee })]);
    };
    expect(check(block(4n), { lookup: poor }).get(accounts[0]!.address)!.balance).toBe(0n);
    expectRefusal('insufficient_balance', block(5n), { lookup: poor });
  });

  it('is applied in block order', () => {
    expect(() => check(withTransfers(transfer(), transfer({}, 1)))).not.toThrow();
    expectRefusal('bad_nonce', withTransfers(transfer({}, 1), transfer()));
    expectRefusal('bad_nonce', withTransfers(transfer(), transfer()));
  });

  it('may not raise a balance above 2^64 - 1', () => {
    const rich = (address: string): AccountRecord | undefined =>
      address === accounts[1]!.address ? recordOf(address, MAX_U64) : state.get(address);
    expectRefusal('balance_overflow', withTransfers(transfer()), { lookup: rich });
  });

  it('cannot follow the highest nonce', () => {
    const spent = (address: string): AccountRecord | undefined =>
      address === accounts[0]!.address ? recordOf(address, 10n, 0xffff_ffff) : state.get(address);
    for (const nonce of [0, 0xffff_ffff]) {
      expectRefusal('bad_nonce', withTransfers(transfer({ nonce })), { lookup: spent });
    }
  });
});

describe('a block whose bytes are cut or lengthened', () => {
  it('is invalid', () => {
    const raw = sealed({});
    for (const bytes of [raw.subarray(0, -1), Uint8Array.of(...raw, 0), raw.subarray(0, HEADER_SIZE)]) {
      expect(() => check(bytes)).toThrow(expect.objectContaining({ code: 'invalid_block' }));
    }
  });

  it('cannot be encoded without transactions either', () => {
    expect(() => encodeBlock({ header: last.header, transactions: [] })).toThrow(
      expect.objectContaining({ code: 'invalid_block' }),
    );
  });
});
