import type { AccountRecord, Address, BlockId } from '@cairn/protocol';
import type { AccountChanges } from '../storage/account-tree.ts';
import type { CheckedBlock, ValidatedBlock } from './block-validation.ts';
import type { ChainEvent, ChainTip } from './chain-types.ts';

/** What one write of the chain changes: blocks that leave, or blocks that join. */
export interface ChainWrite {
  /** Newest first. */
  readonly left: readonly CheckedBlock[];
  /** The accounts that those changed, as they were before them. */
  readonly before: AccountChanges;
  /** Oldest first. */
  readonly joined: readonly ValidatedBlock[];
}

/** Bytes of disconnected blocks that an event carries: more than the 20,000 transfers of a full mempool (4.3 MB). */
const RETURNED_BYTES = 16 * 1024 * 1024;

/** Collects what a change of the tip consists of: first the blocks that leave, the newest first, then those that join. */
export class TipChangeRecorder {
  readonly #oldTip: ChainTip;
  readonly #disconnected: BlockId[] = [];
  readonly #connected: BlockId[] = [];
  readonly #accounts = new Map<Address, AccountRecord | undefined>();
  /** The oldest disconnected blocks, newest first. */
  readonly #returned: CheckedBlock[] = [];
  #returnedBytes = 0;

  constructor({ height, id }: ChainTip) {
    this.#oldTip = { height, id };
  }

  add({ left, before, joined }: ChainWrite): void {
    this.#change(before);
    for (const block of left) {
      this.#disconnected.push(block.id);
      this.#returned.push(block);
      this.#returnedBytes += block.raw.length;
      // No other block's transactions depend on those of the newest one.
      while (this.#returnedBytes > RETURNED_BYTES) this.#returnedBytes -= this.#returned.shift()!.raw.length;
    }
    for (const { id, accounts } of joined) {
      this.#connected.push(id);
      this.#change(accounts.after);
    }
  }

  /** @returns `undefined` if nothing has changed */
  event({ height, id }: ChainTip): ChainEvent | undefined {
    if (this.#disconnected.length === 0 && this.#connected.length === 0) return undefined;
    return {
      oldTip: this.#oldTip,
      newTip: { height, id },
      commonHeight: this.#oldTip.height - this.#disconnected.length,
      disconnected: this.#disconnected,
      connected: this.#connected,
      accounts: this.#accounts,
      returned: this.#returned.toReversed(),
    };
  }

  #change(accounts: AccountChanges): void {
    for (const [address, record] of accounts) this.#accounts.set(address, record);
  }
}
