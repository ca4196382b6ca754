import type { DevnetDump } from '@cairn/api/devnet';
import { hexToBytes, isValidAddress } from '@cairn/protocol';
import type { Chain } from '@cairn/chain';
import { NodeError } from '../startup/errors.ts';
import { paceOf, type DevnetControlOptions } from '@cairn/chain/devnet';

/**
 * Fills a new devnet from a dump. Blocks and pending transactions are validated like those of a peer. The
 * clock goes on from the moment of the dump, so that the next block is the one that the dumped node would have mined.
 * @param path of its file, for messages
 * @throws NodeError for a chain that has blocks, or content that is not valid
 */
export async function loadDevnet(
  dump: DevnetDump,
  path: string,
  { chain, mempool, clock, mining }: DevnetControlOptions,
): Promise<void> {
  if (chain.tip().height !== 0)
    throw new NodeError(
      '--load needs a new chain, and this one has blocks: begin one with the flag --fresh of cairn dev, or with another --data-dir',
    );
  const { time_milliseconds: time, next_timestamp: heldAt } = dump.clock;
  clock.restore({ offsetMs: time - Date.now(), heldAt: heldAt ?? undefined });
  for (const [index, hex] of dump.blocks.entries()) await loadBlock(chain, path, index + 1, hex);
  for (const hex of dump.pending) {
    const admission = await mempool.submit(hexToBytes(hex));
    if (admission.status === 'rejected')
      throw new NodeError(`${path}: a pending transaction is not valid: ${admission.reason}`);
  }
  const { mode, interval_seconds: seconds, to } = dump.mining;
  if (!isValidAddress(to, chain.network)) throw new NodeError(`${path}: ${to} is no address of devnet`);
  mining.settings = { to, pace: paceOf(mode, seconds ?? chain.network.blockSpacingSeconds) };
}

async function loadBlock(chain: Chain, path: string, height: number, hex: string): Promise<void> {
  try {
    const { outcome } = await chain.offerBlock(hexToBytes(hex));
    if (outcome !== 'accepted') throw new Error(outcome);
  } catch (error) {
    throw new NodeError(`${path}: block ${height} is not valid: ${(error as Error).message}`, {
      cause: error,
    });
  }
}
