/** For tests only: a worker that holds the chain of the testkit's `createChain({ seed: 7 })`, and answers as the real one does. */
import { buildExplorerOpenApi } from '@cairn/api/openapi';
import { DevnetClock } from '@cairn/chain/devnet';
import { MemoryChain, seededRuntime } from '@cairn/chain/memory';
import { getNetwork } from '@cairn/protocol';
import manifest from '../package.json' with { type: 'json' };
import { respondOver } from './exchange.ts';
import type { TabRequest } from './messages.ts';
import { TabStorage } from './storage.ts';
import { runtime as system } from './system-runtime.ts';
import { loadSqlite } from './wasm-sqlite.ts';

const opening = open();
addEventListener('message', ({ data, ports: [port] }: MessageEvent<TabRequest>) => {
  void respondOver(port!, async (signal) => (await opening).handle(data.to, { ...data, signal }));
});

async function open(): Promise<MemoryChain> {
  const runtime = seededRuntime(7, getNetwork('devnet').genesisTime * 1_000, system);
  const storage = (await TabStorage.open(await loadSqlite()))!;
  return MemoryChain.open({
    ...(await storage.home(runtime)),
    runtime,
    clock: new DevnetClock(runtime.now),
    version: manifest.version,
    contract: JSON.stringify(buildExplorerOpenApi()),
  });
}
