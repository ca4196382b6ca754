import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getNetwork } from '@cairn/protocol';
import { developmentAccounts } from '@cairn/protocol/development-accounts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { CoreStore } from './core-store.ts';
import { LAST_LOCATION } from './layout.ts';

const { address } = developmentAccounts(getNetwork('devnet'))[0]!;

let folder: string;
let index: CoreStore;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-core-store-'));
  index = await CoreStore.open(join(folder, 'core'));
});
afterEach(async () => {
  await index.close();
  rmSync(folder, { recursive: true });
});

it('what a view reads in several turns ends before the view does', async () => {
  const view = index.view();
  const reading = [
    view.headers(0, 10),
    view.history(address, LAST_LOCATION, 10),
    view.startingWith({ id: 'ab', address: address.slice(0, 3) }, 10),
  ];
  const closing = view.close();
  expect(await Promise.all(reading)).toEqual([
    Buffer.alloc(0),
    [],
    { blocks: [], transactions: [], addresses: [] },
  ]);
  await closing;
  await expect(view.headers(0, 10)).rejects.toThrow('Snapshot is not open');
});
