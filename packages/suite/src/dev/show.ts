import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DevnetDump } from '@cairn/api/devnet';
import { decodeBlockHeader, HEADER_SIZE, hexToBytes } from '@cairn/protocol';
import { InvalidArgumentError } from 'commander';
import { findSuitePorts } from '../suite.ts';
import { runDevnet } from './dev.ts';
import { readDump } from '../dump-file.ts';

export interface ShowOptions {
  /** The chain as it was at this height; whole by default. */
  readonly at?: number;
  /** Prints the addresses as one line of JSON. */
  readonly json: boolean;
}

/**
 * Runs explorer and wallet on a chain in a file, which stands still, until a signal stops them. They use free ports and a folder
 * of their own, so several chains can be shown beside a devnet.
 * @param file of `cairn devnet dump`, `cairn dev --dump`, or left by a failed test
 * @throws InvalidArgumentError for another file, or a height above the chain's
 */
export async function showChain(file: string, { at, json }: ShowOptions): Promise<void> {
  const given = readDump(file);
  if (given.fork !== undefined)
    throw new InvalidArgumentError(
      `${file} continues ${given.fork.network}: cairn dev opens it with --fork FILE --load ${file}`,
    );
  const dump = chainAt(given, at);
  const ports = await findSuitePorts();
  const folder = mkdtempSync(join(tmpdir(), 'cairn-show-'));
  const load = join(folder, 'chain.json');
  try {
    writeFileSync(load, JSON.stringify(dump));
    const dataDirectory = join(folder, 'node');
    await runDevnet({
      ...STILL,
      ports,
      dataDirectory,
      load,
      json,
      shown: { file, height: dump.blocks.length },
    });
  } catch (error) {
    // The node speaks of the file that it was given.
    if (error instanceof Error) error.message = error.message.replaceAll(load, file);
    throw error;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A devnet that does nothing by itself. */
const STILL = {
  fresh: false,
  verbose: false,
  quiet: false,
  launchSecret: true,
  blockTime: 0,
  demoTraffic: 0,
  fund: [],
  endsWithParent: process.env['npm_command'] !== undefined,
} as const;

/** The chain that mines only when asked; with a height, as it was when that block was the newest. */
function chainAt(dump: DevnetDump, height = dump.blocks.length): DevnetDump {
  const mining = { ...dump.mining, mode: 'manual' as const, interval_seconds: null };
  if (height === dump.blocks.length) return { ...dump, mining };
  const blocks = dump.blocks.slice(0, height);
  const tip = blocks.at(-1);
  if (height > dump.blocks.length || tip === undefined)
    throw new InvalidArgumentError(`--at takes a height from 1 to ${dump.blocks.length}, that of the chain`);
  return {
    ...dump,
    blocks,
    pending: [],
    clock: { time_milliseconds: timestampOf(tip, height) * 1_000, next_timestamp: null },
    mining,
  };
}

function timestampOf(block: string, height: number): number {
  try {
    return decodeBlockHeader(hexToBytes(block.slice(0, 2 * HEADER_SIZE))).timestamp;
  } catch (error) {
    throw new InvalidArgumentError(`block ${height} is not valid: ${(error as Error).message}`);
  }
}
