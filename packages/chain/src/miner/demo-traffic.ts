import { readU32 } from '@cairn/protocol/layout';
import type { Chain } from '../chain/chain.ts';
import { type Admission, MempoolUnavailableError, type Mempool } from '../mempool/mempool.ts';
import type { Log, Runtime } from '../runtime.ts';
import { seededDraw } from '../seeded-random.ts';
import { DemoTransfers } from './demo-transfers.ts';

const ON_DEMAND_PAUSE_MS = 10_000;

interface DemoTrafficOptions {
  /** A devnet chain, because the keys are public. */
  readonly chain: Chain;
  readonly mempool: Pick<Mempool, 'pendingOutgoing' | 'submit'>;
  /** Transfers to have pending for each block, 1–320. */
  readonly perBlock: number;
  /** Whether blocks are mined on demand now: batches are 10 s apart then, or they would trigger each other endlessly. */
  readonly isOnDemand: () => boolean;
  readonly runtime: Pick<Runtime, 'sleep' | 'random'>;
  readonly logger: Log;
  /** Called with the outcome of each submission. */
  readonly onSubmission?: ((outcome: Admission | 'mempool_unavailable') => void) | undefined;
}

/**
 * Keeps signed transfers among development accounts 5–9 in the mempool: a batch now, and one after each new block. If several
 * blocks come while a batch is being submitted, one batch follows for all of them.
 * @returns a function that stops it; resolves after the submission in progress
 */
export function startDemoTraffic(options: DemoTrafficOptions): () => Promise<void> {
  const stop = new AbortController();
  options.logger.info(
    { perBlock: options.perBlock },
    `Demo traffic: ${options.perBlock} transfers for each block among development accounts 5–9, whose keys are public; none of them is a real payment`,
  );
  const ended = submitBatches(options, stop.signal);
  return async () => {
    stop.abort();
    await ended;
  };
}

async function submitBatches(options: DemoTrafficOptions, signal: AbortSignal): Promise<void> {
  const { chain, mempool, isOnDemand, runtime, logger, onSubmission } = options;
  const transfers = new DemoTransfers(chain, mempool);
  const draw = seededDraw(readU32(runtime.random(4), 0));
  /** Submits random transfers until `perBlock` are pending, including those of earlier batches. */
  const submitBatch = async (): Promise<void> => {
    for (let count = transfers.pending(); count < options.perBlock && !signal.aborted; count += 1) {
      const admission = await transfers.submit(draw);
      if (admission === undefined) continue;
      onSubmission?.(admission);
      if (admission.status === 'rejected')
        logger.debug({ reason: admission.reason }, 'Demo traffic: a transfer was not admitted');
    }
  };
  let nextBlock = Promise.withResolvers<void>();
  const unsubscribe = chain.subscribe(() => nextBlock.resolve());
  signal.addEventListener('abort', () => nextBlock.resolve());
  while (!signal.aborted) {
    nextBlock = Promise.withResolvers<void>();
    try {
      await submitBatch();
    } catch (error) {
      if (error instanceof MempoolUnavailableError) onSubmission?.('mempool_unavailable');
      logger.warn(error as Error, `Demo traffic: ${(error as Error).message}`);
    }
    await nextBlock.promise;
    if (isOnDemand()) await runtime.sleep(ON_DEMAND_PAUSE_MS, signal);
  }
  unsubscribe();
}
