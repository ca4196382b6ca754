/** `npm run checkpoint -- --api URL`: writes the checkpoint of a public network that the next build carries. */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { createExplorerClient } from '@cairn/api/explorer';
import { bytesToHex, formatWork } from '@cairn/protocol';
import { type Checkpoint, CHECKPOINTS, Walk } from '../src/features/verify/walk.ts';
import { readBaseUrl } from '../src/site/base-url.ts';

const FILE = new URL('../checkpoints.json', import.meta.url);
/** Blocks that the checkpoint lies below the tip, so that no reorganization takes it back: some two hours. */
const DEPTH = 120;
/** Blocks by which the network's rate is measured: a day. */
const RATE_BLOCKS = 1_440;

/**
 * The checkpoint of a chain that was walked from its genesis block.
 * @throws Error with one line for a chain that is too short to need one
 */
export function checkpointOf(walk: Walk): Checkpoint {
  const { height: top } = walk.tip.header;
  const height = top - DEPTH;
  if (height < RATE_BLOCKS) throw new Error(`a chain of ${top} blocks needs no checkpoint`);
  const chain = walk.chainAt(height);
  const [first, last] = [walk.at(height - RATE_BLOCKS)!, walk.at(height)!];
  const seconds = Math.max(1, last.header.timestamp - first.header.timestamp);
  const work = walk.workFrom(height - RATE_BLOCKS + 1) - walk.workFrom(height + 1);
  return {
    ...chain.checkpoint,
    work: formatWork(chain.work),
    header: bytesToHex(last.bytes),
    hashesPerSecond: Math.round(Number(work) / seconds),
  };
}

const USAGE = `Usage: npm run checkpoint -- --api URL

Writes a block of a public network, ${DEPTH} below the tip, into website/checkpoints.json: pages of the next build begin there
instead of at the genesis block. URL is the Explorer API of a node that you trust, such as http://127.0.0.1:18000.
`;

async function main(): Promise<void> {
  const { api, help } = parseArgs({
    options: { api: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
  }).values;
  if (help === true) return void process.stdout.write(USAGE);
  const url = readBaseUrl('--api', api);
  if (url === undefined) throw new Error('--api URL of an Explorer API is missing');
  const client = createExplorerClient({ baseUrl: url });
  const walk = await Walk.open(client, { checkpoints: {}, most: Number.POSITIVE_INFINITY });
  const { name, retarget } = walk.network;
  if (retarget !== 'asert') throw new Error(`${name} has no checkpoint: anyone can rewrite it`);
  const checkpoint = checkpointOf(walk);
  writeFileSync(FILE, `${JSON.stringify({ ...CHECKPOINTS, [name]: checkpoint }, null, 2)}\n`);
  process.stdout.write(
    `${name}: block ${checkpoint.height}, ${checkpoint.id}\nCompare this ID with that of another operator's node, and commit website/checkpoints.json.\n`,
  );
}

if (import.meta.main) {
  await main().catch((error: unknown) => {
    process.stderr.write(`checkpoint: ${(error as Error).message}\n`);
    process.exitCode = 2;
  });
}
