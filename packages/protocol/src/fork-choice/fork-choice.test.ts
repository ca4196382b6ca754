import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { formatPebbles } from '../amount.ts';
import { decodeBlockHeader, HEADER_SIZE } from '../block-header.ts';
import { BlockTransactions } from '../block-transactions.ts';
import { decodeBlock, splitBlock } from '../block.ts';
import { hexToBytes } from '../bytes.ts';
import { ConsensusError } from '../consensus/consensus-error.ts';
import { checkMerkleRoot } from '../consensus/header-rules.ts';
import { applyTransactions, checkAccountRoot, type AccountState } from '../consensus/state.ts';
import type { AccountRecord } from '../account-commitment.ts';
import { AccountRecords } from '../account-records.ts';
import { blockToApply } from '../test-support.ts';
import { checkCoinbase, checkTransaction } from '../consensus/transaction-rules.ts';
import { blockWork, formatWork, parseBits } from '../difficulty.ts';
import { genesisBlock } from '../genesis.ts';
import { merkleRoot } from '../merkle.ts';
import { getNetwork } from '../networks.ts';
import {
  decodeTransaction,
  transactionId,
  transactionIdBytes,
  verifyTransactionSignature,
} from '../transaction.ts';
import { HeaderTree } from './header-tree.ts';

interface Vectors {
  work: { bits: string; work: string }[];
  blocks: Record<string, { id: string; raw: string }>;
  cases: {
    name: string;
    steps: { arrives: string; tip: string; pending_again?: string[] }[];
    accounts: Record<string, { balance: string; nonce: number }>;
  }[];
}

const path = new URL('../../../../test/vectors/fork-choice.json', import.meta.url);
const vectors = JSON.parse(readFileSync(path, 'utf8')) as Vectors;
const network = getNetwork('devnet');
const names = new Map(Object.entries(vectors.blocks).map(([name, { id }]) => [id, name]));
const blocks = new Map(Object.values(vectors.blocks).map(({ id, raw }) => [id, hexToBytes(raw)]));

function columnsOf(raw: Uint8Array): BlockTransactions {
  return new BlockTransactions(raw.subarray(HEADER_SIZE)).readAll();
}

/** The rules that need no state. @throws ConsensusError */
function checkBody(raw: Uint8Array): void {
  const { header, transactions } = decodeBlock(raw);
  const { transactionBytes } = splitBlock(raw);
  checkMerkleRoot(header, merkleRoot(transactionBytes.map(transactionIdBytes)));
  checkCoinbase(header, columnsOf(raw), network);
  for (const [index, transfer] of transactions.slice(1).entries()) {
    checkTransaction(transfer, network);
    expect(verifyTransactionSignature(transactionBytes[index + 1]!, network)).toBe(true);
  }
}

/**
 * A node in memory with all rules of section 5: the tree, blocks whose parents are missing, and the accounts at the
 * tip.
 */
class MemoryNode {
  readonly tree: HeaderTree;
  readonly accounts = new Map<string, AccountRecord>();
  readonly #undo: ReadonlyMap<string, AccountRecord | undefined>[] = [];
  #waiting: Uint8Array[] = [];

  constructor(genesis: Uint8Array) {
    const { timestamp, bits } = decodeBlockHeader(genesis);
    this.tree = new HeaderTree(network, {
      id: vectors.blocks['G']!.id,
      height: 0,
      work: blockWork(bits),
      timestamps: [timestamp],
      anchorTimestamp: undefined,
    });
    this.#connect(genesis);
  }

  /** @returns IDs of the transfers that a reorganization made pending again; `undefined` without one */
  arrive(raw: Uint8Array): string[] | undefined {
    this.#waiting.push(raw);
    while (this.#waiting.some((waiting) => this.#keep(waiting)));
    return this.#settle();
  }

  #keep(raw: Uint8Array): boolean {
    const block = this.tree.receive(raw);
    if (block === undefined) return false;
    checkBody(raw);
    this.tree.addBody(block.id, raw.length);
    this.#waiting = this.#waiting.filter((waiting) => waiting !== raw);
    return true;
  }

  #settle(): string[] | undefined {
    const left: Uint8Array[] = [];
    for (let way = this.tree.reorganization(); way !== undefined; way = this.tree.reorganization()) {
      const [gone] = way.disconnect;
      const [next] = way.connect;
      if (gone !== undefined) {
        for (const [address, state] of this.#undo.pop()!) {
          if (state === undefined) this.accounts.delete(address);
          else this.accounts.set(address, state);
        }
        left.unshift(blocks.get(gone.id)!);
        this.tree.setActive(gone.parent!.id);
      } else if (this.#connect(blocks.get(next!.id)!)) this.tree.setActive(next!.id);
      else this.tree.invalidate(next!.id);
    }
    return left.length === 0 ? undefined : this.#pendingAgain(left);
  }

  #connect(raw: Uint8Array): boolean {
    const { header, transactions } = decodeBlock(raw);
    const block = blockToApply(transactions, header.height);
    let changed: ReturnType<typeof applyTransactions>;
    try {
      changed = applyTransactions(block, (address) => this.accounts.get(address));
      const records = new AccountRecords([...this.accounts, ...changed.after]);
      checkAccountRoot(splitBlock(raw).transactionBytes[0]!, records.root());
    } catch (error) {
      if (!(error instanceof ConsensusError)) throw error;
      return false;
    }
    const { before, after } = changed;
    for (const [address, state] of after) this.accounts.set(address, state);
    this.#undo.push(before);
    return true;
  }

  /** Transactions of the disconnected blocks that are valid at the tip, in their order. */
  #pendingAgain(left: readonly Uint8Array[]): string[] {
    const spent = new Map<string, AccountState>();
    const pending: string[] = [];
    for (const raw of left.flatMap((block) => splitBlock(block).transactionBytes.slice(1))) {
      const { fromAddress, nonce, value, fee } = decodeTransaction(raw);
      const sender = spent.get(fromAddress) ?? this.accounts.get(fromAddress);
      if (sender?.nonce !== nonce - 1 || sender.balance < value + fee) continue;
      spent.set(fromAddress, { nonce, balance: sender.balance - value - fee });
      pending.push(transactionId(raw));
    }
    return pending;
  }
}

describe('work', () => {
  it.each(vectors.work)('of $bits is $work', ({ bits, work }) => {
    expect(formatWork(blockWork(parseBits(bits)))).toBe(work);
  });
});

describe('an order of arrival', () => {
  it.each(vectors.cases)('$name', ({ steps, accounts }) => {
    const node = new MemoryNode(genesisBlock(network));
    const seen = steps.map(({ arrives }) => {
      const pending_again = node.arrive(blocks.get(vectors.blocks[arrives]!.id)!);
      const tip = names.get(node.tree.active.id);
      return { arrives, tip, ...(pending_again === undefined ? {} : { pending_again }) };
    });
    expect(seen).toEqual(steps);
    const states = [...node.accounts].map(([address, { balance, nonce }]) => [
      address,
      { balance: formatPebbles(balance), nonce },
    ]);
    expect(Object.fromEntries(states)).toEqual(accounts);
  });
});
