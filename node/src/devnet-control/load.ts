import type { DevnetDump } from '@cairn/api/devnet';
import { ConsensusError, hexToBytes, isValidAddress, ProtocolError } from '@cairn/protocol';
import { NodeError, UsageError } from '../startup/errors.ts';
import { paceOf, type DevnetControlOptions } from '@cairn/chain/devnet';

/**
 * Fills a new devnet from a dump. Blocks and pending transactions are validated like those of a peer. The
 * clock goes on from the moment of the dump, so that the next block is the one that the dumped node would have mined.
 * @param path of its file, for messages
 * @throws NodeError for a chain that has blocks; UsageError for content that is not valid
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
  for (const [index, hex] of dump.blocks.entries())
    await loading(`${path}: block ${index + 1}`, async () => {
      const { outcome } = await chain.offerBlock(hexToBytes(hex));
      return outcome === 'accepted' ? undefined : outcome;
    });
  for (const hex of dump.pending)
    await loading(`${path}: a pending transaction`, async () => {
      const admission = await mempool.submit(hexToBytes(hex));
      return admission.status === 'rejected' ? admission.reason : undefined;
    });
  const { mode, interval_seconds: seconds, to } = dump.mining;
  if (!isValidAddress(to, chain.network)) throw new UsageError(`${path}: ${to} is no address of devnet`);
  mining.settings = { to, pace: paceOf(mode, seconds ?? chain.network.blockSpacingSeconds) };
}

/** @param load returns why the content was rejected, if it was @throws UsageError for content that is not valid */
async function loading(what: string, load: () => Promise<string | undefined>): Promise<void> {
  const refusal = await load().catch((error: unknown) => {
    if (error instanceof ProtocolError || error instanceof ConsensusError) return error.message;
    throw error;
  });
  if (refusal !== undefined) throw new UsageError(`${what} is not valid: ${refusal}`);
}
