/** For tests only: a peer that implements the protocols itself and misbehaves as the test says. */
import {
  blockId,
  blockWork,
  bytesToHex,
  decodeBlockHeader,
  genesisBlock,
  getNetwork,
  HEADER_SIZE,
  type Network,
} from '@cairn/protocol';
import { generateKeyPair } from '@libp2p/crypto/keys';
import type { Connection, Stream } from '@libp2p/interface';
import { lpStream } from '@libp2p/utils';
import { multiaddr } from '@multiformats/multiaddr';
import { decodeBlocksRequest } from './block-exchange.ts';
import type { ChainStatus } from './peers.ts';
import { encodeStatus } from './status-exchange.ts';
import { createHost, type Host, type HostOptions } from './libp2p-host.ts';
import { PEER_LIMITS } from './settings.ts';
import { FRAME_LENGTH, protocolNames, type ProtocolNames } from './wire.ts';

const DEVNET = getNetwork('devnet');
export const NAMES = protocolNames(DEVNET);

export interface HostilePeer {
  readonly host: Host;
  /** Connects to a node. @param through address of a relay in front of the node; see `openRelay` */
  call(node: { readonly address: string }, through?: string): Promise<Connection>;
  /** The first height of each request for blocks that it received. */
  readonly asked: number[];
  /** Number of requests for headers that it received. */
  headersAsked: number;
  /** Number of requests for addresses that it received. */
  addressesAsked: number;
  /** Its blocks from the genesis block on. */
  readonly blocks: Uint8Array[];
  /** Changes the status that it sends from the next status exchange on. */
  setStatus(status: Partial<ChainStatus>): void;
}

export interface HostileOptions {
  /** Its chain from the genesis block on, whose headers it serves; only our genesis block by default. */
  readonly blocks?: readonly Uint8Array[];
  /** False claims about its chain. */
  readonly status?: Partial<ChainStatus>;
  /** Runs instead of sending a status. */
  readonly answerStatus?: (stream: Stream) => Promise<void>;
  /** Its answer to a request for headers; the headers of its blocks by default. */
  readonly serveHeaders?: (stream: Stream, locator: readonly string[]) => Promise<void>;
  /** Its answer to a request for blocks of its chain; none by default. */
  readonly serve?: (stream: Stream, fromHeight: number, count: number) => Promise<void>;
  /** The bytes that it answers to a request for addresses; none by default. */
  readonly answerAddresses?: () => Uint8Array;
  readonly names?: ProtocolNames;
  /** Devnet by default. */
  readonly network?: Network;
  /** Creates the transport: libp2p by default, another one in a simulation. */
  readonly createHost?: (options: HostOptions) => Promise<Host>;
}

/** Sends a complete answer of these blocks. */
export async function sendBlocks(stream: Stream, blocks: readonly Uint8Array[]): Promise<void> {
  const frames = lpStream(stream, FRAME_LENGTH);
  for (const block of [...blocks, new Uint8Array(0)]) await frames.write(block);
}

/** Starts a hostile peer; the caller stops its host. */
export async function startHostilePeer(options: HostileOptions = {}): Promise<HostilePeer> {
  const { network = DEVNET, names = protocolNames(network) } = options;
  const blocks = [...(options.blocks ?? [genesisBlock(network)])];
  const status = { ...statusOfBlocks(blocks), ...options.status };
  const host = await (options.createHost ?? createHost)({
    privateKey: await generateKeyPair('Ed25519'),
    names,
    host: '127.0.0.1',
    port: 0,
    mdns: false,
    limits: PEER_LIMITS,
    isRefused: () => false,
  });
  const asked: number[] = [];
  const quietly =
    (talk: (stream: Stream) => Promise<unknown>) =>
    async (stream: Stream): Promise<void> => {
      // It expects that the node aborts its streams.
      await talk(stream).then(
        () => stream.close(),
        (error: Error) => stream.abort(error),
      );
    };
  const sendStatus = async (stream: Stream): Promise<void> => {
    const frames = lpStream(stream, FRAME_LENGTH);
    await frames.read();
    await frames.write(encodeStatus(status));
  };
  const serve = async (stream: Stream): Promise<void> => {
    const frames = lpStream(stream, FRAME_LENGTH);
    const { ids } = decodeBlocksRequest((await frames.read()).subarray());
    frames.unwrap();
    const height = blocks.findIndex((block) => blockId(block.subarray(0, HEADER_SIZE)) === ids[0]);
    asked.push(height);
    const serveNothing = (): Promise<void> => sendBlocks(stream, []);
    await (options.serve ?? serveNothing)(stream, height, ids.length);
  };
  const serveHeaders = async (stream: Stream): Promise<void> => {
    const frames = lpStream(stream, FRAME_LENGTH);
    const request = (await frames.read()).subarray();
    frames.unwrap();
    peer.headersAsked += 1;
    const locator = Array.from({ length: request.length / 32 }, (_, index) =>
      bytesToHex(request.subarray(index * 32, (index + 1) * 32)),
    );
    await (options.serveHeaders ?? ((to, ids) => sendHeaders(to, blocks, ids)))(stream, locator);
  };
  const answerAddresses = async (stream: Stream): Promise<void> => {
    const frames = lpStream(stream, FRAME_LENGTH);
    await frames.read();
    peer.addressesAsked += 1;
    await frames.write(options.answerAddresses?.() ?? new Uint8Array(0));
  };
  await host.handle(names.peers, quietly(answerAddresses));
  await host.handle(names.status, quietly(options.answerStatus ?? sendStatus));
  await host.handle(names.headers, quietly(serveHeaders));
  await host.handle(names.blocks, quietly(serve));
  await host.start();
  const peer: HostilePeer = {
    host,
    asked,
    headersAsked: 0,
    addressesAsked: 0,
    blocks,
    setStatus: (claim) => void Object.assign(status, claim),
    call: (node, through = node.address) => host.dial(multiaddr(through)),
  };
  return peer;
}

/** The status of a node with these blocks from the genesis block on. */
export function statusOfBlocks(blocks: readonly Uint8Array[]): ChainStatus {
  const ids = blocks.map((block) => blockId(block.subarray(0, HEADER_SIZE)));
  const bits = blocks.map((block) => decodeBlockHeader(block.subarray(0, HEADER_SIZE)).bits);
  const work = bits.reduce((sum, each) => sum + blockWork(each), 0n);
  return { genesisId: ids[0]!, height: blocks.length - 1, tipId: ids.at(-1)!, work };
}

/** Answers a locator with the headers above its newest block in `blocks`. */
export async function sendHeaders(
  stream: Stream,
  blocks: readonly Uint8Array[],
  locator: readonly string[],
): Promise<void> {
  const headers = blocks.map((block) => block.subarray(0, HEADER_SIZE));
  const common = headers.findLastIndex((header) => locator.includes(blockId(header)));
  await lpStream(stream, FRAME_LENGTH).write(Buffer.concat(headers.slice(common + 1, common + 2_001)));
}
