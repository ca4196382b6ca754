import { readFileSync } from 'node:fs';
import { type DevnetAccounts, devnetAccountsSchema } from '@cairn/api/devnet';
import { openAccounts, PUBLIC_ACCOUNTS } from '@cairn/chain/memory';
import type { DevelopmentAccount } from '@cairn/protocol/development-accounts';
import { accountsFile, networkIn } from '../suite.ts';

/** The accounts of the chain in a folder, of which `chosen` are asked for: by default all if it has its own, else none. */
export async function readAccounts(
  dataDirectory: string,
  chosen: number | undefined,
): Promise<{ readonly own: DevnetAccounts | undefined; readonly listed: readonly DevelopmentAccount[] }> {
  const own = readOwn(accountsFile(dataDirectory));
  const count = chosen ?? own?.count ?? 0;
  if (count === 0) return { own, listed: [] };
  const all = await openAccounts(networkIn(dataDirectory), own ?? PUBLIC_ACCOUNTS);
  return { own, listed: all.slice(0, count) };
}

function readOwn(file: string): DevnetAccounts | undefined {
  try {
    return devnetAccountsSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return undefined; // the node has read it, if it is there
  }
}
