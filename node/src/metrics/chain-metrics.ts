import { Counter, Histogram, type Registry } from 'prom-client';
import type { ChainObserver } from '../chain/chain-observer.ts';
import type { ChainReader } from '../chain/chain-reader.ts';
import { DURATION_BUCKETS } from './durations.ts';
import { addGauge } from './gauge.ts';

/** The histograms of blocks; the chain itself tells how long each one took. */
export function createChainObserver(registry: Registry): ChainObserver {
  const registers = [registry];
  const validation = new Histogram({
    name: 'cairn_block_validation_seconds',
    help: 'Time to hold a valid block against every rule, its wait for its turn apart.',
    buckets: DURATION_BUCKETS,
    registers,
  });
  const commit = new Histogram({
    name: 'cairn_block_commit_seconds',
    help: 'Time to write a valid block to the block files and the index, synced.',
    buckets: DURATION_BUCKETS,
    registers,
  });
  const refused = new Counter({
    name: 'cairn_blocks_refused_total',
    help: 'Blocks that broke a rule of consensus, or were none.',
    registers,
  });
  return {
    validated: (seconds) => validation.observe(seconds),
    committed: (seconds) => commit.observe(seconds),
    refused: () => refused.inc(),
  };
}

/**
 * Height, tip, and what was connected and taken off since the start.
 * @param clock Unix milliseconds
 */
export function watchChain(registry: Registry, chain: ChainReader, clock: () => number): void {
  const tipTime = (): number | undefined => {
    const tip = chain.tip();
    return tip && chain.blockSummary(tip.height)?.header.timestamp;
  };
  addGauge(registry, 'cairn_chain_height', 'Height of the newest block.', () => chain.tip()?.height);
  addGauge(registry, 'cairn_chain_tip_timestamp_seconds', 'Unix time that the newest block states.', tipTime);
  addGauge(
    registry,
    'cairn_chain_tip_age_seconds',
    'Seconds since the time that the newest block states; negative where that lies ahead of the clock.',
    () => {
      const time = tipTime();
      return time === undefined ? undefined : clock() / 1_000 - time;
    },
  );
  countBlocks(registry, chain);
}

function countBlocks(registry: Registry, chain: ChainReader): void {
  const count = (name: string, help: string): Counter => new Counter({ name, help, registers: [registry] });
  const connected = count('cairn_blocks_connected_total', 'Blocks connected since the start.');
  const disconnected = count('cairn_blocks_disconnected_total', 'Blocks stepped back since the start.');
  const transactions = count(
    'cairn_transactions_connected_total',
    'Transactions of the blocks connected since the start, coinbases included.',
  );
  chain.subscribe(({ type, block }) => {
    if (type === 'disconnected') return disconnected.inc();
    connected.inc();
    transactions.inc(block.transactionCount);
  });
}
