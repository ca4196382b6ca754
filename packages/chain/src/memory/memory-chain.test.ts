import { createDevnetClient } from '@cairn/api/devnet';
import { createExplorerClient } from '@cairn/api/explorer';
import { getNetwork } from '@cairn/protocol';
import { afterEach, describe, expect, it } from 'vitest';
import { StorageWriteError } from '../storage/errors.ts';
import { ACCOUNTS, runtime } from '../test-support.ts';
import { MemoryChain, type MemoryChainOptions } from './memory-chain.ts';
import { type MemoryHome, memoryHome } from './memory-home.ts';
import { seededRuntime } from './seeded-runtime.ts';

const GENESIS_MS = getNetwork('devnet').genesisTime * 1_000;
const opened: MemoryChain[] = [];
afterEach(async () => {
  for (const chain of opened.splice(0)) await chain.close();
});

async function open(options: Partial<MemoryChainOptions> & { readonly seed?: number } = {}) {
  const { seed = 7 } = options;
  const chain = await MemoryChain.open({
    runtime: seededRuntime(seed, GENESIS_MS, runtime),
    version: '1.2.3',
    contract: 'contract',
    ...options,
  });
  opened.push(chain);
  const { fetch } = chain;
  const explorer = createExplorerClient({ baseUrl: 'http://explorer', fetch });
  const devnet = createDevnetClient({ baseUrl: 'http://devnet', token: '', fetch });
  return { chain, explorer, devnet };
}

describe('a chain in memory', () => {
  it('makes the same blocks of the same seed and calls, and others of another', async () => {
    const tipOf = async (seed: number): Promise<string> => {
      const { chain, devnet } = await open({ seed });
      await devnet.mine({ blocks: 3 });
      await devnet.fund({ address: ACCOUNTS[4]!.address, amount: '5' });
      await devnet.reorganize({ depth: 2 });
      return chain.chain.tip().id;
    };
    const tip = await tipOf(1);
    expect([await tipOf(1), await tipOf(2)]).toEqual([tip, expect.not.stringMatching(tip)]);
  });

  it('gives its callers bodies of their own, which they may change', async () => {
    const { chain } = await open();
    const raw = async () => {
      const target = `/api/v1/blocks/${chain.chain.tip().id}/raw`;
      const signal = new AbortController().signal;
      return chain.handle('explorer', { method: 'GET', target, headers: {}, body: new Uint8Array(), signal });
    };
    const { status, body } = await raw();
    const bytes = body as Uint8Array;
    const before = bytes.slice();
    bytes.fill(0);
    expect([status, (await raw()).body]).toEqual([200, before]);
  });

  it('is closed by a write that fails: the call rejects, nothing more is taken, and the next one recovers', async () => {
    const home = memoryHome(runtime);
    let isFull = false;
    const full: MemoryHome = {
      ...home,
      openLog: async (network) => {
        const log = await home.openLog(network);
        const append = log.append.bind(log);
        log.append = async (bodies) => {
          if (isFull) throw new StorageWriteError('memory', new Error('no room'));
          return append(bodies);
        };
        return log;
      },
    };
    const failures: Error[] = [];
    const { chain, explorer, devnet } = await open({ home: full, onFatal: (error) => failures.push(error) });
    await devnet.mine();
    isFull = true;
    await expect(devnet.mine()).rejects.toMatchObject({ status: 500 });
    await expect(devnet.mine()).rejects.toMatchObject({ status: 500 });
    expect(failures.map(({ message }) => message)).toEqual(['writing memory failed: no room']);
    expect(await explorer.status()).toMatchObject({ height: 1 });
    isFull = false;
    await chain.close();
    const again = await open({ home });
    expect((await again.devnet.mine()).state.height).toBe(2);
  });
});
