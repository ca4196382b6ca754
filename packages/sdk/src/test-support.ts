import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDevnetClient, type DevnetClient } from '@cairn/api/devnet';
import { controlSocket, findSuitePorts, ProgramGroup, startDevnetNode, suiteAddresses } from '@cairn/suite';
import type { RpcAddress } from './index.ts';

/** A devnet node of its own, with an index, that mines on command. */
export interface TestDevnet {
  readonly api: string;
  readonly rpc: RpcAddress;
  readonly tokenFile: string;
  readonly control: DevnetClient;
  /** A temporary folder, removed at the end. */
  readonly folder: string;
  close(): Promise<void>;
}

export async function startTestDevnet(): Promise<TestDevnet> {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-sdk-'));
  const group = new ProgramGroup();
  const ports = await findSuitePorts();
  const dataDirectory = join(folder, 'node');
  await startDevnetNode({ group, ports, dataDirectory }, ['--index', '--no-p2p']);
  const addresses = suiteAddresses(ports, dataDirectory);
  return {
    api: addresses.explorerApi,
    rpc: { url: addresses.rpc, token: readFileSync(addresses.tokenFile, 'utf8') },
    tokenFile: addresses.tokenFile,
    control: createDevnetClient({ socketPath: controlSocket(dataDirectory) }),
    folder,
    async close() {
      await group.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
