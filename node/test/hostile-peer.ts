/**
 * For tests only: a hostile devnet peer, `node hostile-peer.ts <attack> <multiaddr of its victim>`. It attacks until it
 * is stopped, with a new key whenever the victim drops it, and prints the amount sent so far as `sent <MiB>`.
 *
 * - `headers`: one endless branch of headers with valid proofs of work, but without blocks
 * - `branches`: one short branch after another, each claiming more work than any chain
 * - `orphans`: gossiped blocks of 3 MiB with unknown parents
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  blockIdBytes,
  bytesToHex,
  concatBytes,
  decodeBlockHeader,
  encodeBlockHeader,
  genesisBlock,
  HEADER_NONCE_OFFSET,
  HEADER_SIZE,
  TRANSACTION_SIZE,
} from '@cairn/protocol';
import { DEVNET, findNonce } from '@cairn/chain/test-support';
import { writeU32 } from '@cairn/protocol/layout';
import type { Connection, Stream } from '@libp2p/interface';
import { lpStream } from '@libp2p/utils';
import { FRAME_LENGTH } from '../src/p2p/wire.ts';
import { NAMES, startHostilePeer, type HostilePeer } from '../src/p2p/hostile-peer-test-support.ts';

const GENESIS = genesisBlock(DEVNET).subarray(0, HEADER_SIZE);
const CLAIM = { height: 1_000_000, tipId: 'ab'.repeat(32), work: 2n ** 200n };
const HEADERS_AT_ONCE = 2_000;
const SHORT_BRANCH = 500;
const ORPHAN_SIZE = HEADER_SIZE + TRANSACTION_SIZE * 15_000;
const MEBIBYTE = 1_024 * 1_024;

const [attack = '', victim = ''] = process.argv.slice(2);
let sentBytes = 0;

/** The header of a block on top of another one, with its proof of work. */
function childOf(parent: Uint8Array): Uint8Array {
  const { height, timestamp } = decodeBlockHeader(parent);
  const header = encodeBlockHeader({
    ...decodeBlockHeader(GENESIS),
    bits: DEVNET.proofOfWorkLimitBits!,
    height: height + 1,
    timestamp: timestamp + 1,
    previousBlockId: bytesToHex(blockIdBytes(parent)),
    merkleRoot: randomBytes(32).toString('hex'),
  });
  writeU32(header, HEADER_NONCE_OFFSET, findNonce(header));
  return header;
}

function branchOn(parent: Uint8Array, count: number): Uint8Array[] {
  const headers: Uint8Array[] = [];
  for (let made = 0; made < count; made += 1) headers.push(childOf(headers.at(-1) ?? parent));
  return headers;
}

async function sendHeaders(stream: Stream, headers: readonly Uint8Array[]): Promise<void> {
  const frame = concatBytes(...headers);
  await lpStream(stream, FRAME_LENGTH).write(frame);
  sentBytes += frame.length;
}

/** Answers each request for headers with the next ones of the branch. */
function endlessBranch(): (stream: Stream) => Promise<void> {
  let tip = GENESIS;
  return async (stream) => {
    const headers = branchOn(tip, HEADERS_AT_ONCE);
    tip = headers.at(-1)!;
    await sendHeaders(stream, headers);
  };
}

/** Answers the first request with a branch, and all others with nothing. */
function shortBranch(): (stream: Stream) => Promise<void> {
  let left = branchOn(GENESIS, SHORT_BRANCH);
  return async (stream) => {
    await sendHeaders(stream, left);
    left = [];
  };
}

async function sendOrphans(peer: HostilePeer, connection: Connection): Promise<void> {
  const { gossip } = peer.host.services;
  while (connection.status === 'open') {
    const raw = randomBytes(ORPHAN_SIZE);
    raw.set(childOf(childOf(GENESIS)));
    const { recipients } = await gossip.publish(NAMES.blockTopic, raw).catch(() => ({ recipients: [] }));
    if (recipients.length > 0) sentBytes += raw.length;
    await sleep(20);
  }
}

/** Attacks until the victim ends the connection. */
async function visit(): Promise<void> {
  const serveHeaders = attack === 'headers' ? endlessBranch() : shortBranch();
  const peer = await startHostilePeer(attack === 'orphans' ? {} : { status: CLAIM, serveHeaders });
  try {
    const connection = await peer.call({ address: victim });
    if (attack === 'orphans') await sendOrphans(peer, connection);
    while (connection.status === 'open') await sleep(50);
  } finally {
    await peer.host.stop();
  }
}

setInterval(() => process.stdout.write(`sent ${(sentBytes / MEBIBYTE).toFixed(1)}\n`), 200);
for (;;) {
  // The victim may refuse the connection.
  await visit().catch(() => undefined);
  await sleep(100);
}
