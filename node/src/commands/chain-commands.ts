/** The commands that open the data directory of a stopped node. */
import { existsSync } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { createLogger } from '@cairn/http/log';
import { formatWork, type Network } from '@cairn/protocol';
import { exportBlocks, importBlocks, readRecord } from '../home/import-export.ts';
import { openNodeChain, requireExistingChain } from '../home/node-chain.ts';
import { describeProgress, type ProgressListener } from '@cairn/chain';
import { verifyChain } from '../home/verify.ts';
import { readChainConfig, readLogConfig, type Options, readRewardAddress } from '../config.ts';
import { Mempool } from '@cairn/chain/mempool';
import { describeBlock, Miner } from '@cairn/chain/miner';
import { ProofThread } from '../miner/proof-search.ts';
import { NodeError, UsageError } from '../startup/errors.ts';
import { openDataDirectory } from '../home/data-directory.ts';
import { CHAIN_OPTIONS, LOG_OPTIONS, printResult, type CliCommand } from './command.ts';
import { listenForStop, type Terminal } from './terminal.ts';
import { runtime } from '../home/runtime.ts';
import { levelFolder } from '../home/level-folder.ts';

/** `cairn init`: creates a data directory with the genesis block, unless the directory is initialized already. */
export const initCommand: CliCommand = {
  name: 'init',
  summary: 'create the data directory with the genesis block',
  options: [...CHAIN_OPTIONS, ...LOG_OPTIONS],
  async run({ options, terminal }) {
    const { network, dataDirectory } = readChainConfig(options);
    await using opened = await openChain(options);
    const { height, id } = opened.chain.tip();
    terminal.out(
      opened.isNew
        ? `Initialized ${network.name} in ${dataDirectory}: genesis block ${id}`
        : `${dataDirectory} is initialized already: ${network.name} at height ${height}, tip ${id}`,
    );
  },
};

/** `cairn mine`: mines blocks, including pending transactions. */
export const mineCommand: CliCommand = {
  name: 'mine',
  summary: 'mine blocks on a stopped node, including pending transactions',
  options: [...CHAIN_OPTIONS, 'blocks', 'to', ...LOG_OPTIONS],
  async run({ options, terminal }) {
    const to = readRewardAddress(options.to, '--to', readChainConfig(options).network);
    const { blocks = 1 } = options;
    const stop = listenForStop();
    await using opened = await openChain(options);
    const { chain, directory, clock, logger } = opened;
    await using closing = new AsyncDisposableStack();
    const mempool = await Mempool.open({
      chain,
      place: levelFolder(directory.mempool),
      clock,
      runtime,
      logger,
    });
    closing.defer(() => mempool.close());
    const proofs = new ProofThread();
    closing.defer(() => proofs.close());
    const miner = new Miner({ chain, mempool, proofs, clock, runtime, logger });
    for (let count = 0; count < blocks; count += 1) {
      const block = await miner.mineBlock(to, stop);
      if (block === undefined) throw new NodeError(`stopped after ${count} of ${blocks} blocks`);
      terminal.out(describeBlock(block));
    }
  },
};

/** `cairn import FILE`: adds the blocks of a file, fully validated. */
export const importCommand: CliCommand = {
  name: 'import',
  summary: 'add the blocks of a file to the chain of a stopped node, fully validated',
  arguments: [{ name: '<file>', help: 'block records, in the format of cairn export and of blocks/' }],
  options: [...CHAIN_OPTIONS, ...LOG_OPTIONS],
  async run({ options, args, terminal }) {
    const [file] = args as [string];
    const { network, dataDirectory } = readChainConfig(options);
    await requireBlockFile(file, network);
    await using opened = await openChain(options);
    const { chain, isNew } = opened;
    if (isNew) terminal.err(`Created a new chain in ${dataDirectory}.`);
    const { imported, skipped } = await withProgress(
      'Importing',
      terminal,
      () => `the tip is block ${chain.tip().height}: run the same command again to continue`,
      (onProgress, stop) => importBlocks(chain, file, onProgress, stop),
    );
    terminal.out(
      `Imported ${imported} blocks; ${skipped} already known; the tip is block ${chain.tip().height}`,
    );
  },
};

/** `cairn export FILE`: writes the whole chain to a file, as block records. */
export const exportCommand: CliCommand = {
  name: 'export',
  summary: 'write the chain of a stopped node to a file',
  arguments: [{ name: '<file>', help: 'a file that does not exist yet' }],
  options: [...CHAIN_OPTIONS, ...LOG_OPTIONS],
  async run({ options, args, terminal }) {
    const [file] = args as [string];
    if (existsSync(file)) throw new UsageError(`${file} exists already; export writes a new file`);
    await using opened = await openChain(options, { mustExist: true });
    const { exported } = await withProgress(
      'Exporting',
      terminal,
      () => `${file} was not written`,
      (onProgress, stop) => exportBlocks(opened.chain, file, onProgress, stop),
    );
    terminal.out(`Exported ${exported} blocks to ${file}`);
  },
};

/** `cairn verify`: validates all data, and reports the first fault. */
export const verifyCommand: CliCommand = {
  name: 'verify',
  summary: 'validate the whole chain of a stopped node and compare its index; reports the first fault',
  options: CHAIN_OPTIONS,
  async run({ options, terminal }) {
    const config = readChainConfig(options);
    requireExistingChain(config);
    const { network } = config;
    using closing = new DisposableStack();
    const dataDirectory = openDataDirectory(config.dataDirectory, network);
    closing.defer(() => dataDirectory.close());
    const { height, id } = await withProgress(
      'Verifying',
      terminal,
      () => 'the chain was not verified to its end',
      (onProgress, signal) => verifyChain({ dataDirectory, network, onProgress, signal }),
    );
    terminal.out(`Verified ${height + 1} blocks and their index; the tip is block ${height}, ${id}`);
  },
};

/** `cairn reindex`: rebuilds `core/` in the data directory from the block files. */
export const reindexCommand: CliCommand = {
  name: 'reindex',
  summary: 'rebuild core/ of a stopped node from its block files',
  options: [...CHAIN_OPTIONS, ...LOG_OPTIONS],
  async run({ options, terminal }) {
    await using opened = await openChain(
      { logLevel: 'info', ...options },
      { mustExist: true, reindex: true },
    );
    const { height, id } = opened.chain.tip();
    terminal.out(`Rebuilt core/ of ${height + 1} blocks; the tip is block ${height}, ${id}`);
  },
};

/** `cairn tips`: prints the tips of all known branches (PROTOCOL.md section 8). */
export const tipsCommand: CliCommand = {
  name: 'tips',
  summary: 'list the tips of all branches that a stopped node knows',
  options: [...CHAIN_OPTIONS, 'json', ...LOG_OPTIONS],
  async run({ options, terminal }) {
    await using opened = await openChain(options, { mustExist: true });
    const tips = opened.chain.tree.ends().map(({ block, commonAncestor, state }) => ({
      state,
      height: block.height,
      id: block.id,
      work: formatWork(block.work),
      common_height: commonAncestor.height,
      common_id: commonAncestor.id,
    }));
    const lines = tips.map(({ state, height, id, work, common_height: common }) => {
      const branch = state === 'active' ? '' : `, branches off above block ${common}`;
      return `${state.padEnd(12)} height ${height}  ${id}  work 0x${work}${branch}`;
    });
    printResult({ options, terminal }, tips, lines.join('\n'), 2);
  },
};

/**
 * Opens the chain of the options' data directory, to be closed with `await using`; warnings go to standard error.
 * @param how.mustExist for a command that must not create one
 * @throws NodeError
 */
export async function openChain(
  options: Options,
  { mustExist = false, reindex = false }: { readonly mustExist?: boolean; readonly reindex?: boolean } = {},
) {
  const config = readChainConfig(options);
  if (mustExist) requireExistingChain(config);
  const logger = createLogger(readLogConfig(options, 'warn'), 2);
  const opened = await openNodeChain(config, { logger, reindex });
  return { ...opened, logger, [Symbol.asyncDispose]: opened.close };
}

/**
 * Runs work that reports its progress, until it ends or a signal stops it.
 * @param outcome what a stop leaves behind, for the message
 * @throws NodeError if a signal stopped it
 */
async function withProgress<Result>(
  verb: string,
  terminal: Terminal,
  outcome: () => string,
  work: (onProgress: ProgressListener, stop: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const stop = listenForStop();
  const startedAt = performance.now();
  try {
    return await work(
      (progress) => terminal.progress(`${verb} ${describeProgress(progress, performance.now() - startedAt)}`),
      stop,
    );
  } catch (error) {
    if (!stop.aborted) throw error;
    throw new NodeError(`stopped; ${outcome()}`, { cause: error });
  } finally {
    terminal.endProgress();
  }
}

/** Called before the chain is opened, so that a wrong file creates no data directory. @throws UsageError */
async function requireBlockFile(file: string, network: Network): Promise<void> {
  const unreadable = (cause: Error): never => {
    throw new UsageError(`${file} cannot be read: ${cause.message}`, { cause });
  };
  const found = await stat(file).catch(unreadable);
  if (!found.isFile()) unreadable(new Error('it is not a file')); // a pipe cannot be read twice
  await using handle = await open(file).catch(unreadable);
  await readRecord(network, handle, 0).catch((cause: Error) => {
    throw new UsageError(`${file} is not a file of ${network.name} blocks: ${cause.message}`, { cause });
  });
}
