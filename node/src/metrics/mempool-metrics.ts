import { TRANSACTION_SIZE } from '@cairn/protocol';
import type { Registry } from 'prom-client';
import type { OpenMempool } from '../mempool/mempool.ts';
import { addGauge } from './gauge.ts';

/** What is pending; all but the availability is absent while the pending store is away. */
export function watchMempool(registry: Registry, mempool: OpenMempool): void {
  const whileAvailable = (read: () => number) => () => (mempool.isAvailable() ? read() : undefined);
  addGauge(registry, 'cairn_mempool_available', '1 while the pending store can be read and written.', () =>
    Number(mempool.isAvailable()),
  );
  addGauge(
    registry,
    'cairn_mempool_transactions',
    'Pending transactions.',
    whileAvailable(() => mempool.size()),
  );
  addGauge(
    registry,
    'cairn_mempool_bytes',
    'Bytes of the pending transactions.',
    whileAvailable(() => mempool.size() * TRANSACTION_SIZE),
  );
  addGauge(
    registry,
    'cairn_mempool_minimum_fee_pebbles',
    'Smallest fee that a new sender has to pay now: the policy’s, or more than the cheapest tail of a full pool pays.',
    whileAvailable(() => Number(mempool.minimumFee())),
  );
}
