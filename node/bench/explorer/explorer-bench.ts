import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { BenchChain } from '../bench-chain.ts';
import { startNode, type BenchNode } from '../child-process.ts';
import type { Folders } from '../bench-run.ts';
import { get } from './targets.ts';

/** Input of every stage. */
export interface ExplorerBench {
  readonly chain: BenchChain;
  /** Data directory of a node with the chain. */
  readonly directory: string;
  readonly folders: Folders;
  /** A folder for files exchanged between the processes. */
  readonly exchange: string;
  /** How often each figure is measured; the median counts. */
  readonly runs: number;
  /** Length of each load. */
  readonly seconds: number;
  /** Whether a route is measured, by its name in `ROUTES`. */
  readonly isMeasured: (route: string) => boolean;
}

interface Status {
  readonly height: number;
  readonly index: { readonly state: string; readonly indexed_height: number };
}

export const PROJECTION_FILE = 'explorer.sqlite';
const POLL_MS = 20;

/** The status of a node. */
export function statusOf({ explorer }: BenchNode): Promise<Status> {
  return get<Status>(`${explorer}/api/v1/status`);
}

/** Starts a node with the projection, and waits until it answers. @param argv additional flags */
export function startIndexing(directory: string, argv: readonly string[] = []): Promise<BenchNode> {
  return startNode(directory, ['--no-p2p', '--index', ...argv]);
}

/** Waits until the node's status satisfies a condition. */
export async function untilIndex(node: BenchNode, isReached: (status: Status) => boolean): Promise<void> {
  while (!isReached(await statusOf(node))) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** Starts a node, and waits until its index is ready. */
export async function startReady(directory: string, argv: readonly string[] = []): Promise<BenchNode> {
  const node = await startIndexing(directory, argv);
  await untilIndex(node, ({ index }) => index.state === 'ready');
  return node;
}

/** Runs `work`, and stops the node even if it fails. */
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

/** Path of the copy that `copyCore` makes. */
export function coreCopyOf({ exchange }: ExplorerBench): string {
  return join(exchange, 'core');
}
