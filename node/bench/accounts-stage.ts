/** The start and the proofs of a node with a million accounts (PROTOCOL.md section 9). */
import { createHash } from 'node:crypto';
import { brotliCompressSync, constants } from 'node:zlib';
import {
  type AccountRecord,
  type Address,
  ADDRESS_HASH_SIZE,
  accountSlot,
  encodeAddress,
} from '@cairn/protocol';
import { pino } from 'pino';
import { Chain } from '../src/chain/chain.ts';
import { AccountTree, type Bucket, toBytes } from '../src/storage/account-tree.ts';
import { openDataDirectory } from '../src/storage/data-directory.ts';
import { BUCKET_HASHES, BUCKETS } from '../src/storage/layout.ts';
import { type LevelBatch, LevelStore } from '../src/storage/level.ts';
import { median } from './bench-run.ts';
import { type BenchNode, startNode } from './child-process.ts';
import { NETWORK } from './senders.ts';
import type { Bench } from './stages.ts';
import type { Line } from './table.ts';

const ACCOUNTS = 1_000_000;
/** Accounts in a prefix of ground addresses, and how many more levels their proofs have: 10,000 accounts instead of about 5. */
const FAT_PREFIXES = 100;
const MORE_LEVELS = 11;
const REQUESTS = 400;
const WARM_UP = 100;
const START_AIM = 1_500;
const PROOF_AIM = 5;
const BYTES_AIM = 5_000;
const COMPRESSED_AIM = 2_500;

/** Starts a node whose tree has a million accounts, and asks it for proofs. */
export async function benchAccounts({ runs, folders }: Bench): Promise<Line[]> {
  const folder = folders.make();
  await writeAccounts(folder);
  const starts: number[] = [];
  const plain: Proofs[] = [];
  const fat: Proofs[] = [];
  let peak = 0;
  for (let run = 0; run < runs; run += 1) {
    const node = await startNode(folder, ['--no-p2p', '--no-index']);
    starts.push(node.firstAnswerMs);
    plain.push(await askForProofs(node, (request) => addressAt((request * 7_919) % ACCOUNTS)));
    fat.push(await askForProofs(node, (request) => addressAt(request % FAT_PREFIXES)));
    peak = Math.max(peak, node.peakMiB());
    await node.stop();
  }
  const start = median(starts);
  return [
    {
      name: `start with ${ACCOUNTS.toLocaleString('en')} accounts`,
      figure: `${Math.round(start)} ms`,
      against: `< ${START_AIM.toLocaleString('en')} ms`,
      peakMiB: peak,
      met: start < START_AIM,
    },
    proofLine('proof of an address', plain),
    proofLine('  in a prefix of 10,000 ground addresses', fat),
  ];
}

interface Proofs {
  /** Milliseconds. */
  readonly median: number;
  readonly p99: number;
  /** Bytes of the largest response. */
  readonly bytes: number;
  readonly compressed: number;
}

function proofLine(name: string, all: readonly Proofs[]): Line {
  const of = (field: keyof Proofs): number => median(all.map((one) => one[field]));
  const aims = `≤ ${PROOF_AIM} ms, ${BYTES_AIM.toLocaleString('en')} B, ${COMPRESSED_AIM.toLocaleString('en')} B with brotli`;
  const [p99, bytes, compressed] = [of('p99'), of('bytes'), of('compressed')];
  return {
    name,
    figure: `${of('median').toFixed(1)} ms`,
    against: `p99 ${p99.toFixed(1)} ms, ${bytes} B, ${compressed} B (${aims})`,
    met: of('median') <= PROOF_AIM && bytes <= BYTES_AIM && compressed <= COMPRESSED_AIM,
  };
}

async function askForProofs(
  { explorer }: BenchNode,
  addressOf: (request: number) => Address,
): Promise<Proofs> {
  const times: number[] = [];
  let [bytes, compressed] = [0, 0];
  for (let request = 0; request < WARM_UP + REQUESTS; request += 1) {
    const began = performance.now();
    const response = await fetch(`${explorer}/api/v1/addresses/${addressOf(request)}/proof`, {
      headers: { 'Accept-Encoding': 'identity' },
    });
    const body = await response.text();
    if (request >= WARM_UP) times.push(performance.now() - began);
    if (!response.ok) throw new Error(body);
    bytes = Math.max(bytes, body.length);
    const brotli = brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });
    compressed = Math.max(compressed, brotli.length);
  }
  times.sort((a, b) => a - b);
  return { median: median(times), p99: times[Math.floor(REQUESTS * 0.99)]!, bytes, compressed };
}

/** The address that a counter makes; nobody has its key. */
function addressAt(index: number): Address {
  const hash = new Uint8Array(ADDRESS_HASH_SIZE);
  new DataView(hash.buffer).setUint32(0, index);
  return encodeAddress(hash, NETWORK);
}

/**
 * Writes a data directory with the genesis block and the rows of a million accounts. Its root is not the one in the genesis
 * block, which a node does not check at its start.
 */
async function writeAccounts(folder: string): Promise<void> {
  const dataDirectory = openDataDirectory(folder, NETWORK);
  const logger = pino({ level: 'silent' });
  const chain = await Chain.open({
    dataDirectory,
    network: NETWORK,
    logger,
    clock: () => Date.now() / 1_000,
  });
  await chain.close();
  const changes = new Map<Address, AccountRecord>();
  for (let index = 0; index < ACCOUNTS; index += 1) changes.set(addressAt(index), recordOf(index));
  const { tree, buckets } = AccountTree.empty.with(changes, { bucket: () => new Uint8Array() });
  const level = await LevelStore.open(dataDirectory.core);
  await level.write(async (batch) => {
    for await (const [key] of level.entries(BUCKET_HASHES.range('', '2'))) {
      batch.del(key).del(BUCKETS.key(BUCKET_HASHES.readKey(key)));
    }
    for (const [prefix, bucket] of buckets) {
      if (bucket !== undefined) putBucket(batch, prefix, toBytes(bucket.hash), bucket.records);
    }
    for (let index = 0; index < FAT_PREFIXES; index += 1) {
      const from = tree.prefixOf(addressAt(index));
      deepen(batch, addressAt(index), from, buckets.get(from)!);
    }
  });
  await level.close();
  dataDirectory.close();
}

/** Moves the bucket of an account further down, as if others were beside each level of the account's way there. */
function deepen(batch: LevelBatch, address: Address, from: string, { hash, records }: Bucket): void {
  const way = [...accountSlot(address)].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  batch.del(BUCKETS.key(from)).del(BUCKET_HASHES.key(from));
  for (let depth = from.length + 1; depth <= from.length + MORE_LEVELS; depth += 1) {
    const beside = way.slice(0, depth - 1) + (way[depth - 1] === '0' ? '1' : '0');
    batch.put(BUCKET_HASHES.key(beside), createHash('sha256').update(beside).digest());
  }
  putBucket(batch, way.slice(0, from.length + MORE_LEVELS), toBytes(hash), records);
}

function putBucket(batch: LevelBatch, prefix: string, hash: Uint8Array, records: Uint8Array): void {
  batch.put(BUCKETS.key(prefix), records).put(BUCKET_HASHES.key(prefix), hash);
}

function recordOf(index: number): AccountRecord {
  const history = new Uint8Array(32);
  return { address: addressAt(index), balance: BigInt(index), nonce: 0, count: 1, history };
}
