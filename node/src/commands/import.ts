import { accessSync, closeSync, constants, openSync, readSync, statSync } from 'node:fs';
import { equalBytes, type Network } from '@cairn/protocol';
import { importBlocks } from '../chain/import-export.ts';
import { describeProgress } from '../chain/progress.ts';
import { readChainConfig, readLogConfig } from '../config.ts';
import { createLogger } from '@cairn/http/log';
import { openNodeChain } from '../chain/node-chain.ts';
import { NodeError } from '../startup/errors.ts';
import { recordHeader, RECORD_HEADER_SIZE } from '../storage/block-files.ts';
import { isDataDirectory } from '../storage/data-directory.ts';
import { listenForStop } from './stop-signal.ts';
import { CHAIN_FLAGS, LOG_FLAGS, type CliCommand } from './command.ts';

/** `cairn import FILE`: adds the blocks of a file, fully validated, to the chain of a stopped node. */
export const importCommand: CliCommand = {
  name: 'import',
  summary: 'add the blocks of a file to the chain of a stopped node, fully validated',
  argument: { name: 'file', help: 'block records, in the format of cairn export and of blocks/' },
  flags: [...CHAIN_FLAGS, ...LOG_FLAGS],
  async run({ settings, positional: [file = ''], terminal }) {
    const config = readChainConfig(settings);
    const logger = createLogger(readLogConfig(settings, 'warn'), 2);
    requireReadableFile(file);
    if (!isDataDirectory(config.dataDirectory)) requireBlockRecord(file, config.network);
    const { chain, initialized, close } = await openNodeChain(config, { clock: Date.now, logger });
    const stop = listenForStop();
    const startedAt = performance.now();
    try {
      if (initialized) terminal.err(`Created a new chain in ${config.dataDirectory}.`);
      const onProgress: Parameters<typeof importBlocks>[2] = (progress) =>
        terminal.progress(`Importing ${describeProgress(progress, performance.now() - startedAt)}`);
      const { imported, skipped } = await importBlocks(chain, file, onProgress, stop.signal);
      terminal.endProgress();
      terminal.out(
        `Imported ${imported} blocks; ${skipped} already known; the tip is block ${chain.tip()?.height}`,
      );
      return 0;
    } catch (error) {
      if (!stop.signal.aborted) throw error;
      throw new NodeError(
        `stopped; the tip is block ${chain.tip()?.height}: run the same command again to continue`,
        { cause: error },
      );
    } finally {
      await close();
      stop.release();
    }
  },
};

/** Called before the chain is opened, so that a wrong file name creates no data directory. @throws NodeError */
function requireReadableFile(file: string): void {
  try {
    accessSync(file, constants.R_OK);
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    throw new NodeError(missing ? `there is no file ${file}` : `no permission to read ${file}`, {
      cause: error,
    });
  }
  if (!statSync(file).isFile()) throw new NodeError(`${file} is not a file`);
}

/** Called before a chain is created, which a file without blocks must not cause. @throws NodeError */
function requireBlockRecord(file: string, network: Network): void {
  const header = new Uint8Array(RECORD_HEADER_SIZE);
  const handle = openSync(file, 'r');
  try {
    readSync(handle, header, 0, header.length, 0);
  } finally {
    closeSync(handle);
  }
  if (equalBytes(header.subarray(0, 4), recordHeader(network, 0).subarray(0, 4))) return;
  throw new NodeError(
    `${file} is not a file of ${network.name} blocks: it does not start with a block record`,
  );
}
