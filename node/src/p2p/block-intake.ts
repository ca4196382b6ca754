import { blockId, ConsensusError, decodeBlockHeader, HEADER_SIZE, ProtocolError } from '@cairn/protocol';
import type { Chain } from '../chain/chain.ts';
import { createSerialQueue } from '../chain/serial-queue.ts';

/**
 * What became of a block that a peer sent.
 * - `added`: valid, and the new tip as soon as it is written; `stored` resolves then, or rejects with a StorageWriteError
 *   or ChainError, which whoever does not look at it need not handle.
 * - `known`: it stands in the chain already.
 * - `ahead`: blocks between the tip and it are missing; it cannot be judged.
 * - `diverged`: it stands on another chain; v1 has no fork choice.
 * - `invalid`: no block, or one that breaks a rule.
 */
export type Reception =
  | { readonly outcome: 'added'; readonly stored: Promise<unknown> }
  | { readonly outcome: 'known' | 'ahead' }
  | { readonly outcome: 'diverged'; readonly height: number }
  | { readonly outcome: 'invalid'; readonly reason: string };

/** The one way by which blocks of peers reach the chain. */
export interface BlockIntake {
  /**
   * Validates a block and begins to write it; blocks come in one after another.
   * @throws StorageWriteError or ChainError when the chain cannot take any block: not the peer's fault
   */
  receive(raw: Uint8Array): Promise<Reception>;
  /** True for a block that is being appended here right now: its event is not of a block made by this node. */
  isReceiving(id: string): boolean;
  /** Resolves when nothing is being validated or appended any more. */
  idle(): Promise<void>;
}

/** Block bytes, validated in their turn. */
export function createBlockIntake(chain: Chain): BlockIntake {
  const queue = createSerialQueue();
  const receiving = new Set<string>();
  /** Blocks are written in their order: when the last one has ended, all have. */
  let written: Promise<unknown> = Promise.resolve();

  const follow = (id: string, committed: Promise<unknown>): Promise<unknown> => {
    const stored = committed.finally(() => receiving.delete(id));
    written = stored.catch(() => undefined);
    return stored;
  };
  const append = async (raw: Uint8Array): Promise<Reception> => {
    const placed = place(chain, raw);
    if (placed !== undefined) return placed;
    const id = blockId(raw);
    receiving.add(id);
    try {
      const { committed } = await chain.acceptBlock(raw);
      return { outcome: 'added', stored: follow(id, committed) };
    } catch (error) {
      receiving.delete(id);
      if (!(error instanceof ConsensusError || error instanceof ProtocolError)) throw error;
      // A block mined here may have taken the place while this one waited.
      return place(chain, raw) ?? { outcome: 'invalid', reason: `${error.code}: ${error.message}` };
    }
  };

  return {
    receive: (raw) => queue.run(() => append(raw)),
    isReceiving: (id) => receiving.has(id),
    async idle() {
      await queue.idle();
      await written;
    },
  };
}

/** Where a block belongs; `undefined` when it says that it extends the tip. */
function place(chain: Chain, raw: Uint8Array): Reception | undefined {
  const tip = chain.acceptedTip();
  if (raw.length < HEADER_SIZE || tip === undefined) return { outcome: 'invalid', reason: 'it is no block' };
  const header = readHeader(raw);
  if (typeof header === 'string') return { outcome: 'invalid', reason: header };
  const { height, previousBlockId } = header;
  if (height > tip.height + 1) return { outcome: 'ahead' };
  if (height === tip.height + 1) {
    return previousBlockId === tip.id ? undefined : { outcome: 'diverged', height: tip.height };
  }
  return chain.acceptedBlockId(height) === blockId(raw)
    ? { outcome: 'known' }
    : { outcome: 'diverged', height };
}

function readHeader(raw: Uint8Array): { height: number; previousBlockId: string } | string {
  try {
    return decodeBlockHeader(raw.subarray(0, HEADER_SIZE));
  } catch (error) {
    if (error instanceof ProtocolError) return error.message;
    throw error;
  }
}
