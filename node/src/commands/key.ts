/** `cairn key …` and `cairn address`: the key file of the command-line wallet. */
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Options, readChainConfig } from '../config.ts';
import { NodeError, UsageError } from '../startup/errors.ts';
import { printResult, type CliCommand } from './command.ts';
import type { Terminal } from './terminal.ts';

/** Options of every command that opens the key file. */
export const KEY_OPTIONS = ['network', 'keyFile', 'passphraseFile', 'passphrase'] as const;

export const keyCommand: CliCommand = {
  name: 'key',
  summary: 'make or back up the key file of the command-line wallet',
  options: [...KEY_OPTIONS, 'json'],
  commands: [
    {
      name: 'new',
      summary: 'make a key file with a new recovery phrase',
      options: ['words'],
      async run({ options, terminal }) {
        const { createMnemonic } = await import('@cairn/wallet');
        await createKeys(options, terminal, () =>
          Promise.resolve(createMnemonic(options.words === '24' ? 24 : 12)),
        );
      },
    },
    {
      name: 'import',
      summary: 'make a key file with a recovery phrase that you have',
      options: ['phraseFile'],
      async run({ options, terminal }) {
        await createKeys(options, terminal, () => readPhrase(options, terminal));
      },
    },
    {
      name: 'phrase',
      summary: 'print the recovery phrase, which gives everything to whoever sees it',
      options: [],
      async run({ options, terminal }) {
        const { phrase } = await openKeys(options, terminal);
        printResult({ options, terminal }, { phrase }, phrase);
      },
    },
  ],
};

/** `cairn address`: prints an address of the key file, and nothing else, for `--miner "$(cairn address)"`. */
export const addressCommand: CliCommand = {
  name: 'address',
  summary: 'print the address of the command-line wallet',
  options: [...KEY_OPTIONS, 'account', 'json'],
  async run({ options, terminal }) {
    const { keyring, selected } = await openKeys(options, terminal);
    const { network } = keyring;
    const { address, index, path } = keyring.account(options.account ?? selected);
    printResult({ options, terminal }, { network, address, account: index, path }, address);
  },
};

/** Path of the key file. Not in the data directory, which can be removed and made again. */
export function keyFileOf({ network = 'devnet', keyFile }: Options): string {
  return resolve(keyFile ?? join(homedir(), '.cairn', 'keys', `${network}.json`));
}

/** Opens the key file with the passphrase, which takes a part of a second. @throws NodeError */
export async function openKeys(options: Options, terminal: Terminal) {
  const { openKeyFile } = await import('../wallet/key-file.ts'); // few commands need it
  const path = keyFileOf(options);
  const { network } = readChainConfig(options);
  return openKeyFile(path, network.name, () => readPassphrase(options, terminal, `Passphrase of ${path}: `));
}

async function createKeys(
  options: Options,
  terminal: Terminal,
  getPhrase: () => Promise<string>,
): Promise<void> {
  const { createKeyFile, requireGoodPassphrase, requireNewKeyFile } = await import('../wallet/key-file.ts');
  const { openKeyring } = await import('@cairn/wallet');
  const { network } = readChainConfig(options);
  if (!network.initializable) throw new UsageError(`there is no ${network.name} yet`);
  const path = keyFileOf(options);
  requireNewKeyFile(path);
  const phrase = await getPhrase();
  const passphrase = await readPassphrase(options, terminal, `Passphrase for ${path}: `);
  requireGoodPassphrase(passphrase);
  if (options.passphraseFile === undefined && options.passphrase === undefined) {
    const again = await terminal.secret('The same again: ');
    if (again !== passphrase) throw new NodeError('the two passphrases differ; nothing was written');
  }
  await createKeyFile(path, { network: network.name, phrase, passphrase });
  const { address } = (await openKeyring(phrase, network.name)).account(0);
  const advice = 'Keep a copy of the file and its passphrase, or of the phrase that cairn key phrase prints.';
  const document = { network: network.name, key_file: path, address };
  printResult({ options, terminal }, document, `Wrote ${path}\nAddress ${address}\n${advice}`);
}

/** The passphrase from its file or variable, or typed on the terminal. @throws NodeError or UsageError if there is none */
async function readPassphrase(
  { passphraseFile, passphrase }: Options,
  terminal: Terminal,
  question: string,
): Promise<string> {
  if (passphraseFile !== undefined) return readSecretFile(passphraseFile);
  if (passphrase !== undefined) return passphrase;
  const typed = await terminal.secret(question);
  if (typed !== undefined) return typed;
  throw new UsageError(
    'needs the passphrase: set --passphrase-file or CAIRN_PASSPHRASE, or run on a terminal',
  );
}

async function readPhrase({ phraseFile }: Options, terminal: Terminal): Promise<string> {
  const { checkMnemonic } = await import('@cairn/wallet');
  const text =
    phraseFile === undefined ? await terminal.secret('Recovery phrase: ') : readSecretFile(phraseFile);
  if (text === undefined) throw new UsageError('needs the phrase: set --phrase-file, or run on a terminal');
  const checked = checkMnemonic(`${text} `);
  if (checked.state === 'valid') return checked.words.join(' ');
  throw new UsageError('this is no recovery phrase: a word is missing or wrong');
}

/** The text of a file, without the line end. */
function readSecretFile(path: string): string {
  try {
    return readFileSync(path, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    throw new UsageError(`${path} cannot be read: ${(error as Error).message}`, { cause: error });
  }
}
