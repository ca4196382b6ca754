/** For tests only: the Explorer API over a real chain and a real projection that the test can pause. */
import { pino } from 'pino';
import { expect, vi } from 'vitest';
import type { Chain } from '../../src/chain/chain.ts';
import { mineTestBlock } from '../../src/chain/test-support.ts';
import { startTestExplorer, type TestExplorer } from '../../src/explorer-api/test-support.ts';
import { createSqliteStore } from '../../src/projection/index.ts';
import { Projection, type ProjectionStore } from '../../src/projection/projection.ts';
import { pauseBriefly } from '../../src/projection/test-support.ts';

const silent = pino({ level: 'silent' });

interface PausableIndex extends TestExplorer {
  readonly projected: Projection;
  json<Body = Record<string, unknown>>(path: string): Promise<Body>;
  mine(count: number): Promise<void>;
  pauseIndex(): void;
  resumeIndex(): void;
  /** Resolves when the index has caught up with the chain. */
  caughtUp(): Promise<void>;
  remove(): Promise<void>;
}

export async function startPausableIndex(): Promise<PausableIndex> {
  let gate = Promise.resolve();
  let resume = (): void => undefined;
  let projection: Projection | undefined;
  const pausable = ({ writer, engine }: ProjectionStore): ProjectionStore => {
    const run: typeof writer.run = async (command) => {
      if (command.type !== 'open') await gate;
      return writer.run(command);
    };
    return { writer: { run, close: (last) => writer.close(last) }, engine };
  };
  const explorer = await startTestExplorer(() => ({
    indexStatus: () => projection!.status(),
    index: () => projection!.reader(),
  }));
  const chain: Chain = explorer.testChain.chain;
  const path = explorer.testChain.dataDirectory.projection;
  projection = new Projection({
    chain,
    createStore: () => pausable(createSqliteStore({ path, chainId: chain.network.chainId })),
    logger: silent,
    pause: pauseBriefly,
  });
  const projected = projection;
  return {
    ...explorer,
    projected,
    json: async <Body>(target: string) => {
      const { status, text } = await explorer.get(target);
      expect([target, status]).toEqual([target, 200]);
      return JSON.parse(text) as Body;
    },
    mine: async (count) => {
      for (let mined = 0; mined < count; mined += 1) await mineTestBlock(chain);
    },
    pauseIndex: () => {
      gate = new Promise<void>((resolve) => (resume = resolve));
    },
    resumeIndex: () => resume(),
    caughtUp: async () =>
      void (await vi.waitUntil(
        () => {
          const { state, indexedHeight } = projected.status();
          return state === 'ready' && indexedHeight === chain.tip().height;
        },
        { timeout: 60_000, interval: 5 },
      )),
    remove: async () => {
      resume();
      await projected.close();
      await explorer.close();
    },
  };
}
