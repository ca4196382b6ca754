import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DevnetClient } from '@cairn/api/devnet';
import { createChain } from '@cairn/testkit';
import type { RpcAddress } from './index.ts';

/** A devnet of its own, with an index, that mines on command. */
export interface TestDevnet {
  readonly api: string;
  readonly rpc: RpcAddress;
  readonly control: DevnetClient;
  /** A temporary folder, removed at the end. */
  readonly folder: string;
  close(): Promise<void>;
}

export async function startTestDevnet(): Promise<TestDevnet> {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-sdk-'));
  const chain = await createChain();
  return {
    api: await chain.listen(),
    rpc: { url: await chain.listen('rpc'), token: 'no-token-is-asked-for' },
    control: chain.devnet,
    folder,
    async close() {
      await chain.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
