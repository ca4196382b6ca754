import { describe } from 'vitest';
import { blocksOf } from '../projection/test-support.ts';
import { mineSample, testContract } from './contract-test-support.ts';
import { startIndexedExplorer } from './test-support.ts';

describe('the Explorer API of a node', () => {
  testContract(async () => {
    const explorer = await startIndexedExplorer();
    await mineSample(explorer.testChain.chain);
    await explorer.caughtUp();
    return { ...explorer, blocks: await blocksOf(explorer.testChain), isReplica: false };
  });
});
