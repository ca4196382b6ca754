import type { DevnetDump } from '@cairn/api/contract';
import { ConsensusError, hexToBytes, isValidAddress, ProtocolError } from '@cairn/protocol';
import type { Chain } from '../chain/chain.ts';
import { type InstantMinerOptions, paceOf } from './instant-miner.ts';

/** A dump cannot begin a chain; the message is one line. */
export class DumpError extends Error {
  override readonly name = 'DumpError';
  /** `not_new` for a chain that has blocks, `invalid` for content that is not valid. */
  readonly code: 'not_new' | 'invalid';

  constructor(code: DumpError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * Fills a new devnet from a dump. Blocks and pending transactions are validated like those of a peer. The clock goes on from the moment
 * of the dump, so that the next block is the one that the dumped node would have mined.
 * @throws DumpError, after which the chain is new again
 */
export async function loadDump(
  dump: DevnetDump,
  { chain, mempool, clock, mining, runtime }: InstantMinerOptions,
): Promise<void> {
  const { forkHeight, name } = chain.network;
  const base = forkHeight ?? 0;
  if (chain.tip().height !== base) throw new DumpError('not_new', 'the chain has blocks');
  if (dump.fork !== undefined && forkPoint(chain).id !== dump.fork.id)
    throw new DumpError(
      'invalid',
      `it continues block ${dump.fork.height} of ${dump.fork.network}: cairn dev --fork FILE --load brings both`,
    );
  if (dump.fork === undefined && forkHeight !== undefined)
    throw new DumpError('invalid', `it does not continue block ${base} of ${name}`);
  if (dump.accounts !== undefined) {
    const { validateMnemonic } = await import('@cairn/protocol/hd-keys'); // has a list of words
    if (!validateMnemonic(dump.accounts.mnemonic))
      throw new DumpError('invalid', 'the phrase of its accounts is not valid');
  }
  const { mode, interval_seconds: seconds, to } = dump.mining;
  if (!isValidAddress(to, chain.network))
    throw new DumpError('invalid', `${to} is no address of ${chain.network.name}`);
  const { time_milliseconds: time, next_timestamp: heldAt } = dump.clock;
  const before = clock.state;
  clock.restore({ offsetMs: time - runtime.now(), heldAt: heldAt ?? undefined });
  try {
    for (const [index, hex] of dump.blocks.entries())
      await loading(`block ${base + index + 1}`, async () => {
        const { outcome } = await chain.offerBlock(hexToBytes(hex));
        return outcome === 'accepted' ? undefined : outcome;
      });
    for (const hex of dump.pending)
      await loading('a pending transaction', async () => {
        const admission = await mempool.submit(hexToBytes(hex));
        return admission.status === 'rejected' ? admission.reason : undefined;
      });
  } catch (error) {
    await chain.settled();
    await mempool.restore([]);
    await chain.replaceAbove(base, async () => undefined);
    clock.restore(before);
    throw error;
  }
  mining.settings = { to, pace: paceOf(mode, seconds ?? chain.network.blockSpacingSeconds) };
}

/** The block on which the devnet's own ones begin. */
export function forkPoint(chain: Chain): NonNullable<DevnetDump['fork']> {
  const { name, forkHeight: height = 0 } = chain.network;
  return { network: name, height, id: chain.view.block(height)!.id };
}

/** @param load returns why the content was rejected, if it was @throws DumpError for content that is not valid */
async function loading(what: string, load: () => Promise<string | undefined>): Promise<void> {
  const refusal = await load().catch((error: unknown) => {
    if (error instanceof ProtocolError || error instanceof ConsensusError) return error.message;
    throw error;
  });
  if (refusal !== undefined) throw new DumpError('invalid', `${what} is not valid: ${refusal}`);
}
