import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { BenchChain } from '../bench-chain.ts';
import { startNode, type BenchNode } from '../child-process.ts';
import type { Folders } from '../bench-run.ts';
import { get } from './targets.ts';

/** Input of every stage. */
export interface ExplorerBench {
  readonly chain: BenchChain;
  /** Data directory of a node that has the chain. */
  readonly directory: string;
  readonly folders: Folders;
  /** A folder for what the processes tell one another. */
  readonly exchange: string;
  /** How often each figure is taken; the median counts. */
  readonly runs: number;
  /** How long each load lasts. */
  readonly seconds: number;
}

interface Status {
  readonly height: number;
  readonly index: { readonly state: string; readonly indexed_height: number };
}

export const PROJECTION_FILE = 'explorer.sqlite';
const POLL_MILLISECONDS = 20;

/** The node's own metrics. */
export function statusOf({ explorer }: BenchNode): Promise<Status> {
  return get<Status>(`${explorer}/api/v1/status`);
}

/** A node with the projection, as soon as it answers. @param argv beyond what all have */
export function startIndexing(directory: string, argv: readonly string[] = []): Promise<BenchNode> {
  return startNode(directory, ['--no-p2p', '--index', ...argv]);
}

/** Waits until the index has got so far. */
export async function untilIndex(node: BenchNode, isThere: (status: Status) => boolean): Promise<void> {
  while (!isThere(await statusOf(node))) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MILLISECONDS));
  }
}

/** A node whose indexed routes answer. */
export async function startReady(directory: string, argv: readonly string[] = []): Promise<BenchNode> {
  const node = await startIndexing(directory, argv);
  await untilIndex(node, ({ index }) => index.state === 'ready');
  return node;
}

/** Works with a node and stops it, whatever comes of the work. */
export async function whileRunning<T>(node: BenchNode, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } finally {
    await node.stop();
  }
}

/** Removes the projection of a stopped node. */
export function removeProjection(directory: string): void {
  for (const suffix of ['', '-wal', '-shm', '-checksum']) {
    rmSync(join(directory, `${PROJECTION_FILE}${suffix}`), { force: true });
  }
}

/** Copies `core/` of a stopped node for another process to read. */
export function copyCore(bench: ExplorerBench): void {
  cpSync(join(bench.directory, 'core'), coreCopyOf(bench), { recursive: true });
}

/** Where that copy is. */
export function coreCopyOf({ exchange }: ExplorerBench): string {
  return join(exchange, 'core');
}
