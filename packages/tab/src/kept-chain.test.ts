/** A chain whose files are those of a tab: what each opening reads of them. */
import { MemoryChain, type MemoryChainOptions, memoryHome } from '@cairn/chain/memory';
import type { SqlPlace } from '@cairn/chain/projection';
import { runtime } from '@cairn/chain/test-support';
import { HEADER_SIZE } from '@cairn/protocol';
import Database from 'better-sqlite3';
import { mkdtempSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readClock, writeClock } from './clock-file.ts';
import { openFile } from './file-test-support.ts';
import { OpfsLog } from './opfs-log.ts';
import { sqlitePlace } from './sqlite-level.ts';

const BLOCKS = 40;
let folder: string;
/** Bytes that were read of the block log. */
let bytesRead = 0;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tab-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const pathOf = (name: string): string => join(folder, name);

function place(name: string): SqlPlace {
  const path = pathOf(name);
  const remove = (): void => {
    for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true });
  };
  return {
    open: () => {
      const database = new Database(path);
      database.pragma('journal_mode = WAL');
      return database;
    },
    remove,
  };
}

async function open(options: Partial<MemoryChainOptions> = {}): Promise<MemoryChain> {
  bytesRead = 0;
  return MemoryChain.open({
    runtime,
    version: '1.2.3',
    contract: '',
    home: {
      ...memoryHome(runtime),
      openLog: async (network) => {
        const file = openFile(pathOf('blocks'), undefined, (size) => (bytesRead += size));
        return new OpfsLog(network, file, 'blocks');
      },
      core: sqlitePlace('core', place('core')),
      mempool: sqlitePlace('mempool', place('mempool')),
    },
    index: place('index'),
    ...options,
  });
}

/** What the index answers once it has caught up, and the newest block. */
async function answersOf({ fetch, control, chain }: MemoryChain): Promise<string[]> {
  await control.mining({ mode: 'manual' });
  const paths = ['transactions?limit=100', 'addresses?limit=100', 'stats'];
  const texts = paths.map(async (path) => (await fetch(`http://explorer/api/v1/${path}`)).text());
  return [chain.tip().id, ...(await Promise.all(texts))];
}

const change = (name: string, sql: string) => (): void => {
  const database = new Database(pathOf(name));
  database.exec(sql);
  database.close();
};
const overwrite = (name: string) => (): void => {
  place(name).remove();
  writeFileSync(pathOf(name), 'x'.repeat(10_000));
};

it('reads its blocks again only where a database is not that of the chain', async () => {
  const first = await open();
  await first.control.mine({ blocks: BLOCKS });
  const answers = await answersOf(first);
  await first.close();
  const blocksSize = statSync(pathOf('blocks')).size;
  const faults: (readonly [name: string, damage: () => void, isReadAgain: boolean])[] = [
    ['nothing', () => undefined, false],
    ['core gone', () => place('core').remove(), true],
    ['core overwritten', overwrite('core'), true],
    ['core of another format', change('core', `UPDATE rows SET value = x'06' WHERE key = x'00'`), true],
    ['core without a block', change('core', `DELETE FROM rows WHERE key = x'0100000009'`), true],
    ['index gone', () => place('index').remove(), true],
    ['index overwritten', overwrite('index'), true],
    ['index of another network', change('index', 'UPDATE state SET chain_id = 2'), true],
    ['index of another version', change('index', 'UPDATE state SET schema_version = 2'), true],
    ['mempool overwritten', overwrite('mempool'), false],
    ['nothing any more', () => undefined, false],
  ];
  for (const [fault, damage, isReadAgain] of faults) {
    damage();
    await using chain = await open();
    expect([fault, await answersOf(chain)]).toEqual([fault, answers]);
    expect([fault, chain.mempool.isAvailable()]).toEqual([fault, true]);
    if (isReadAgain)
      expect([fault, bytesRead]).toEqual([fault, expect.toSatisfy((read) => read > blocksSize / 2)]);
    else expect([fault, bytesRead]).toEqual([fault, 2 * HEADER_SIZE]); // of the first and the last block
  }
});

it('goes on from the blocks that are whole where its files have fewer than it had', async () => {
  const first = await open();
  const { blocks } = await first.control.mine({ blocks: BLOCKS });
  await first.close();
  truncateSync(pathOf('blocks'), statSync(pathOf('blocks')).size - 30);
  await expect(open()).rejects.toMatchObject({ code: 'block_file_damaged', lostTip: BLOCKS });
  await using chain = await open({ reindex: true });
  await answersOf(chain);
  expect(chain.chain.tip()).toMatchObject({ height: BLOCKS - 1, id: blocks.at(-2)!.id });
});

it('keeps its clock', () => {
  const file = openFile(pathOf('clock'));
  expect(readClock(file)).toBeUndefined();
  for (const state of [
    { offsetMs: -84_000, heldAt: undefined },
    { offsetMs: 0.5, heldAt: 1_800_000_000 },
  ]) {
    writeClock(file, state);
    expect(readClock(file)).toEqual(state);
  }
  file.close();
});
