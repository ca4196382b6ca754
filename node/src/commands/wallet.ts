import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { glob, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readChainConfig } from '../config.ts';
import { NodeError } from '../startup/errors.ts';
import { CHAIN_OPTIONS, type CliCommand } from './command.ts';
import { devnetFolders } from './rpc.ts';

/**
 * `cairn wallet`: opens the wallet of the running gateway in the browser. The gateway keeps a file beside the node's
 * token that only its owner can read, with the address that is valid now (gateway/README.md).
 */
export const walletCommand: CliCommand = {
  name: 'wallet',
  summary: 'open the wallet of the running gateway in the browser',
  options: CHAIN_OPTIONS,
  async run({ options, terminal }) {
    const { dataDirectory, network } = readChainConfig(options);
    const isAnyDevnet = options.dataDir === undefined && network.name === 'devnet';
    const folders = isAnyDevnet ? devnetFolders() : [dataDirectory];
    const file = (await Promise.all(folders.map(newestLaunchFile))).find((found) => found !== undefined);
    if (file === undefined)
      throw new NodeError(
        `no gateway serves ${folders.join(' or ')}: start one, or set the right directory with --data-dir`,
      );
    const opened = await openInBrowser(file);
    terminal.out(`${opened ? 'Opened' : 'Open in a browser:'} ${pathToFileURL(file).href}`);
  },
};

/** A gateway that was killed leaves its file, so the newest one counts. */
async function newestLaunchFile(directory: string): Promise<string | undefined> {
  const files: { file: string; writtenAt: number }[] = [];
  for await (const name of glob('wallet-*.html', { cwd: directory })) {
    const file = join(directory, name);
    files.push({ file, writtenAt: (await stat(file)).mtimeMs });
  }
  return files.sort((a, b) => b.writtenAt - a.writtenAt)[0]?.file;
}

const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ['open'],
  win32: ['explorer.exe'],
};

/** Opens a file with the desktop's program for it. @returns false if this machine has no such program */
async function openInBrowser(file: string): Promise<boolean> {
  const [program, ...before] = OPENERS[process.platform] ?? ['xdg-open'];
  const opener = spawn(program, [...before, file], { detached: true, stdio: 'ignore' });
  try {
    await once(opener, 'spawn');
  } catch {
    return false;
  }
  opener.unref();
  return true;
}
