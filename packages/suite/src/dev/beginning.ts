/** What a new devnet begins with. */
import { readFileSync } from 'node:fs';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { HttpError } from '@cairn/api/contract';
import { type DevnetAccounts, devnetAccountsSchema } from '@cairn/api/devnet';
import {
  type AccountsChoice,
  chosenAccounts,
  DumpError,
  MemoryChain,
  openAccounts,
  PUBLIC_ACCOUNTS,
  seededRuntime,
} from '@cairn/chain/memory';
import { ProtocolError } from '@cairn/protocol';
import type { DevelopmentAccount } from '@cairn/protocol/development-accounts';
import { InvalidArgumentError } from 'commander';
import { readDump } from '../dump-file.ts';
import { readForkFile } from '../fork-file.ts';
import { accountsFile, networkIn } from '../suite.ts';
import type { DevOptions } from './options.ts';

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

/**
 * Begins a chain in memory, so that nothing is lost, and nothing left, for a beginning that fails.
 * @param load path of a dump
 * @throws InvalidArgumentError
 */
export async function tryBeginning({
  load,
  fork,
  fund,
  ...choice
}: Pick<DevOptions, 'load' | 'fork' | 'fund'> & AccountsChoice): Promise<void> {
  if (fork !== undefined) {
    if (load !== undefined && readDump(load).fork?.id !== readForkFile(fork).id)
      throw new InvalidArgumentError(`${load} does not continue the chain of ${fork}`);
    return; // the node validates the chain
  }
  const runtime = seededRuntime(0, Date.now(), {
    sleep: async (milliseconds, signal) => {
      await setTimeout(milliseconds, undefined, signal && { signal }).catch(() => undefined);
    },
    turn: () => setImmediate(),
  });
  await using chain = await MemoryChain.open({ runtime, version: '', contract: '' });
  const accounts = chosenAccounts(choice);
  try {
    if (load !== undefined) {
      const { mining, ...dump } = readDump(load);
      if (accounts !== undefined && !isDeepStrictEqual(accounts, dump.accounts))
        throw new InvalidArgumentError(`--accounts, --balance and --mnemonic: ${load} has other accounts`);
      await chain.control.load({ ...dump, mining: { ...mining, mode: 'manual', interval_seconds: null } });
    } else if (accounts !== undefined) await chain.control.pay(accounts);
    for (const payment of fund) await chain.control.fund(payment);
  } catch (error) {
    const { message } = error as Error;
    if (error instanceof DumpError) throw new InvalidArgumentError(`${load}: ${message}`);
    if (error instanceof HttpError)
      throw new InvalidArgumentError('--fund: no development account has enough coins');
    if (error instanceof RangeError) throw new InvalidArgumentError(`--balance: ${message}`);
    if (error instanceof ProtocolError) throw new InvalidArgumentError(`--mnemonic: ${message}`);
    throw error;
  }
}
