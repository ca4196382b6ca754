/** Key files of the command-line wallet: vaults (docs/VAULT-FORMAT.md), as the browser wallet exports and imports them. */
import { accessSync, constants, existsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { NetworkName } from '@cairn/protocol';
import { createPrivateFile, readPrivateFile, TokenFileError } from '@cairn/token-file';
import {
  createVault,
  createVaultContents,
  encodeVaultExport,
  MAX_VAULT_FILE_BYTES,
  openKeyring,
  openVault,
  passwordProblem,
  readVaultExport,
  WalletError,
  type Keyring,
} from '@cairn/wallet';
import { makeDirectories } from '../home/data-directory.ts';
import { NodeError, UsageError, unwritable } from '../startup/errors.ts';
import { nearestExisting } from '../startup/free-space.ts';

/** An opened key file. */
export interface Keys {
  readonly keyring: Keyring;
  /** Account that the browser wallet showed last, or the first one. */
  readonly selected: number;
  readonly phrase: string;
}

/**
 * Looks before anything is asked, and makes nothing.
 * @throws UsageError if the file exists: a lost key is a lost balance; NodeError if it cannot be made
 */
export function requireNewKeyFile(path: string): void {
  if (existsSync(path)) throw new UsageError(`${path} exists already; it is never overwritten`);
  try {
    accessSync(`${nearestExisting(dirname(path))}/`, constants.W_OK | constants.X_OK); // the slash: a file is no folder
  } catch (error) {
    throw unwritable(path, error);
  }
}

/** @throws UsageError for a passphrase that is too easy to guess */
export function requireGoodPassphrase(passphrase: string): void {
  const problem = passwordProblem(passphrase);
  if (problem === 'short') throw new UsageError('a passphrase needs at least 8 characters');
  if (problem === 'common') throw new UsageError('this passphrase is one of the most common ones');
}

/**
 * Writes a new key file that only its owner can read.
 * @param phrase a valid recovery phrase
 * @throws as `requireNewKeyFile`
 */
export async function createKeyFile(
  path: string,
  { network, phrase, passphrase }: { network: NetworkName; phrase: string; passphrase: string },
): Promise<void> {
  const contents = createVaultContents(phrase);
  const { file } = await createVault({ password: passphrase, network, contents });
  try {
    makeDirectories(dirname(path));
    await createPrivateFile(path, encodeVaultExport(file));
  } catch (error) {
    requireNewKeyFile(path);
    throw unwritable(path, (error as Error).cause ?? error);
  }
}

/**
 * Reads the file before it asks for the passphrase.
 * @throws UsageError for a file that is absent, damaged, for another network or that others can read or replace, and for a wrong
 * passphrase
 */
export async function openKeyFile(
  path: string,
  network: NetworkName,
  askPassphrase: () => Promise<string>,
): Promise<Keys> {
  try {
    const bytes = await readPrivateFile(path, MAX_VAULT_FILE_BYTES);
    const file = await readVaultExport(new Blob([new Uint8Array(bytes)]));
    if (file.network !== network)
      throw new UsageError(`${path} is for ${file.network}: add --network ${file.network}`);
    const { phrase, selected } = (await openVault(file, await askPassphrase())).contents;
    const keyring = await openKeyring(phrase, network);
    return { keyring, selected: typeof selected === 'number' ? selected : 0, phrase };
  } catch (error) {
    if (error instanceof WalletError) throw new UsageError(`${path}: ${error.message}`, { cause: error });
    if (error instanceof TokenFileError) {
      const advice = `there is no key file ${path}: make one with cairn key new, or set --key-file`;
      const message = error.code === 'missing' ? advice : `key file ${path}: ${error.problem}`;
      throw new UsageError(message, { cause: error });
    }
    if (error instanceof UsageError || error instanceof NodeError) throw error;
    throw new UsageError(`${path} cannot be read: ${(error as Error).message}`, { cause: error });
  }
}
