import type { Registry } from 'prom-client';
import { addLabelledGauge } from './gauge.ts';

/** Length of each queue that the node has, by its name. The set of names is fixed at the start. */
export type QueueLengths = Readonly<Record<string, () => number>>;

/** How much waits where. */
export function watchQueues(registry: Registry, lengths: QueueLengths): void {
  const names = Object.keys(lengths);
  if (names.length === 0) return;
  const gauge = { name: 'cairn_queue_length', help: 'What waits in a queue of the node.', label: 'queue' };
  addLabelledGauge(registry, gauge, () => Object.fromEntries(names.map((name) => [name, lengths[name]!()])));
}
