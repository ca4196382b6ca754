import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readChainConfig } from '../config.ts';
import { namesIn } from '../home/data-directory.ts';
import { NodeError } from '../startup/errors.ts';
import { openInBrowser } from './browser.ts';
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
    const file = await findLaunchFile(folders, options.dataDir !== undefined);
    if (file === undefined)
      throw new NodeError(
        `no gateway serves ${folders.join(' or ')}: start one with cairn dev, or name its folder with --data-dir`,
      );
    const isOpen = await openInBrowser(file);
    const link = pathToFileURL(file).href;
    terminal.out(isOpen ? `Opened ${link}` : `No browser opens here. The wallet is at ${link}`);
  },
};

/**
 * The newest launch file whose gateway answers: one that was killed leaves its file.
 * @param isNamed the user named the folder; into a usual one that is another user's, this one need not look
 */
async function findLaunchFile(folders: readonly string[], isNamed: boolean): Promise<string | undefined> {
  for (const folder of folders) {
    const names = isNamed ? namesIn(folder) : await readdir(folder).catch(() => []);
    const files: { file: string; writtenAt: number }[] = [];
    for (const name of names.filter((each) => /^wallet-.*\.html$/.test(each))) {
      const file = join(folder, name);
      files.push({ file, writtenAt: (await stat(file)).mtimeMs });
    }
    for (const { file } of files.sort((a, b) => b.writtenAt - a.writtenAt))
      if (await isServed(file)) return file;
  }
  return undefined;
}

const ANSWER_TIMEOUT_MS = 2_000;

/**
 * Whether a gateway answers at the address that the file leads to. Its secret is in the fragment, which is not sent. Not by
 * `fetch`, which says that a script of no page asks: the gateway refuses that.
 */
async function isServed(file: string): Promise<boolean> {
  const address = /href="(?<address>[^"]+)"/.exec(await readFile(file, 'utf8'))?.groups?.['address'];
  try {
    const asked = get(address ?? '', { signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS), agent: false });
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    response.destroy();
    return response.statusCode === 200;
  } catch {
    return false;
  }
}
