import { blockId, ConsensusError, decodeBlockHeader, HEADER_SIZE, ProtocolError } from '@cairn/protocol';
import type { Chain } from '../chain/chain.ts';

/**
 * What became of a block that a peer sent.
 * - `added`: valid, and the new tip as soon as it is written; `stored` resolves then, or rejects with a StorageWriteError
 *   or ChainError, which a caller may ignore.
 * - `known`: the chain has it already.
 * - `ahead`: blocks between the tip and it are missing; it cannot be judged.
 * - `diverged`: it belongs to another chain; v1 has no fork choice.
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
  /** Resolves when every block that the chain was handed before is committed or refused. */
  idle(): Promise<void>;
}

/** The chain's own queue orders the blocks. */
export function createBlockIntake(chain: Chain): BlockIntake {
  const receiving = new Set<string>();

  return {
    async receive(raw) {
      let placed: Reception | undefined;
      const beforeValidation = (): void => {
        placed = place(chain, raw);
        if (placed !== undefined) throw new NotNextError();
        receiving.add(blockId(raw));
      };
      try {
        const { committed } = await chain.acceptBlock(raw, { beforeValidation });
        const stored = committed.finally(() => receiving.delete(blockId(raw)));
        stored.catch(() => undefined); // a caller need not wait for it
        return { outcome: 'added', stored };
      } catch (error) {
        if (placed !== undefined) return placed;
        if (raw.length >= HEADER_SIZE) receiving.delete(blockId(raw));
        if (!(error instanceof ConsensusError || error instanceof ProtocolError)) throw error;
        return { outcome: 'invalid', reason: `${error.code}: ${error.message}` };
      }
    },
    isReceiving: (id) => receiving.has(id),
    idle: () => chain.idle(),
  };
}

/** Refuses a block in the chain's queue because it does not extend the tip. */
class NotNextError extends Error {
  override readonly name = 'NotNextError';
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
