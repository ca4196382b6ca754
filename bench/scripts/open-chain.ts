import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { Chain } from '../../node/src/chain/chain.ts';
import { openDataDirectory } from '../../node/src/storage/data-directory.ts';
import { NETWORK } from '../chain.ts';

/** Opens a new chain in a temporary folder, which `close` removes. */
export async function openChain() {
  const path = mkdtempSync(join(tmpdir(), 'cairn-bench-chain-'));
  const dataDirectory = openDataDirectory(path, NETWORK);
  const logger = pino({ level: 'error' });
  const clock = (): number => Math.floor(Date.now() / 1_000);
  const chain = await Chain.open({ dataDirectory, network: NETWORK, logger, clock });
  const close = async (): Promise<void> => {
    await chain.close();
    dataDirectory.close();
    rmSync(path, { recursive: true });
  };
  return { chain, dataDirectory, logger, close };
}
