import { expect, it } from 'vitest';
import { simulate } from './simulate.ts';

/** The short form of `npm run test:simulation`: worlds of devnet's and of testnet's rules. */
const PLAN = {
  seed: 20_260_103,
  partitions: 2,
  perWorld: 1,
  deepest: 12,
  failingWrites: 15,
  inMemory: false,
};
/** The same nodes without a disk. */
const IN_MEMORY = { ...PLAN, partitions: 20, perWorld: 5, inMemory: true };

it.each([PLAN, IN_MEMORY])(
  'after a partition all nodes are on the branch with the most work, with stores equal to a twin that saw only that branch (%o)',
  async (plan) => {
    const lines: string[] = [];
    const summary = await simulate(plan, (line) => lines.push(line));
    expect(summary.failure && lines).toBeUndefined();
    expect(summary.total.reorganizations).toBeGreaterThanOrEqual(plan.partitions);
  },
);
