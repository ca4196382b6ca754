/** How a devnet begins: with a dump, with accounts of its own, or as it was. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { HttpError } from '@cairn/api/contract';
import { type DevnetAccounts, devnetAccountsSchema, type DevnetDump } from '@cairn/api/devnet';
import { type DevnetControl, DumpError, PUBLIC_ACCOUNTS } from '@cairn/chain/devnet';
import { ProtocolError } from '@cairn/protocol';
import { NodeError, UsageError } from '../startup/errors.ts';

/** What a new devnet begins with: nothing, a dump, or accounts. */
export interface Beginning {
  readonly isFork: boolean;
  readonly dump?: { readonly content: DevnetDump; readonly path: string };
  readonly accounts?: DevnetAccounts;
}

/**
 * Fills a new devnet, or goes on with one that has blocks.
 * @param file has the development accounts if they are not the public ones
 * @throws UsageError for a chain that has blocks or other accounts, for a dump that is not valid, after which the chain is new again, for a
 * phrase without keys, and for a balance that the chain cannot pay
 */
export async function beginDevnet(
  control: DevnetControl,
  file: string,
  { isFork, dump, accounts }: Beginning,
): Promise<void> {
  const requireSame = (known: DevnetAccounts | undefined): void => {
    if (accounts === undefined || isDeepStrictEqual(accounts, known)) return;
    throw new UsageError(
      '--accounts, --balance and --mnemonic are for a new chain, and this one has other accounts: begin one with --fresh, without a file',
    );
  };
  if (dump !== undefined) {
    if (accounts !== undefined && !isDeepStrictEqual(accounts, dump.content.accounts))
      throw new UsageError(`--accounts, --balance and --mnemonic: ${dump.path} has other accounts`);
    await load(control, dump);
  } else if (accounts !== undefined && control.state().height === 0) await pay(control, accounts);
  else {
    control.accounts = readAccounts(file);
    requireSame(control.accounts);
    if (!isFork || control.accounts !== undefined) return;
    control.accounts = PUBLIC_ACCOUNTS; // said aloud: nobody expects them on a public network
  }
  if (control.accounts === undefined) rmSync(file, { force: true });
  else writeFileSync(file, `${JSON.stringify(control.accounts)}\n`, { mode: 0o600 });
}

/** Pays from a development account. @throws UsageError if none can, or for an address of another network */
export async function fund(
  control: DevnetControl,
  payment: Parameters<DevnetControl['fund']>[0],
): Promise<void> {
  try {
    await control.fund(payment);
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    throw new UsageError(
      error.code === 'invalid_address'
        ? `--fund: ${payment.address} is no address of ${control.state().network}`
        : '--fund: no development account has enough coins',
      { cause: error },
    );
  }
}

async function load(
  control: DevnetControl,
  { content, path }: NonNullable<Beginning['dump']>,
): Promise<void> {
  try {
    await control.load(content);
  } catch (error) {
    if (!(error instanceof DumpError)) throw error;
    if (error.code === 'invalid') throw new UsageError(`${path}: ${error.message}`, { cause: error });
    throw new UsageError(
      '--load needs a new chain, and this one has blocks: begin one with the flag --fresh of cairn dev, or with another --data-dir',
      { cause: error },
    );
  }
}

async function pay(control: DevnetControl, accounts: DevnetAccounts): Promise<void> {
  try {
    await control.pay(accounts);
  } catch (error) {
    if (error instanceof RangeError) throw new UsageError(`--balance: ${error.message}`, { cause: error });
    if (error instanceof ProtocolError)
      throw new UsageError('--mnemonic takes the 12 or 24 English words of a phrase', { cause: error });
    throw error;
  }
}

function readAccounts(file: string): DevnetAccounts | undefined {
  try {
    return devnetAccountsSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new NodeError(`${file} has no development accounts: remove it to go on with the public ones`, {
      cause: error,
    });
  }
}
