import {
  blockId,
  blockIdBytes,
  concatBytes,
  encodeBlockHeader,
  genesisBlock,
  getNetwork,
  HEADER_NONCE_OFFSET,
  HEADER_SIZE,
  HeaderChain,
  meetsTarget,
  type Network,
} from '@cairn/protocol';
import { developmentAccounts } from '@cairn/protocol/development-accounts';
import { statusAt } from './live-support.ts';

const devnet = getNetwork('devnet');
/** The target of every block. */
const BITS = 0x207fffff;

export const GENESIS: readonly Uint8Array[] = [genesisBlock(devnet).slice(0, HEADER_SIZE)];
/** Seconds between the blocks of {@link mined}. */
export const SPACING = 3;
/** Unix seconds of a height of {@link mined}. */
export const timeAt = (height: number) => devnet.genesisTime + height * SPACING;
export const idOf = (headers: readonly Uint8Array[], height = headers.length - 1) =>
  blockId(headers[height]!);

/** Gives a header of devnet a nonce with which it has its work. */
export function work(header: Uint8Array): void {
  while (!meetsTarget(blockIdBytes(header), BITS)) header[HEADER_NONCE_OFFSET + 3]! += 1;
}

/** Mines headers of devnet on top of others. @param branch makes a branch differ from another */
export function mined(
  below: readonly Uint8Array[],
  length: number,
  branch = 'ab',
  network: Network = devnet,
): readonly Uint8Array[] {
  const headers = [...below];
  const miner = developmentAccounts(network)[3]!.address;
  const chain = HeaderChain.fromGenesis(network);
  for (const bytes of headers.slice(1)) chain.add(bytes);
  for (let height = headers.length; height < length; height += 1) {
    const bytes = encodeBlockHeader({
      version: 1,
      height,
      previousBlockId: chain.id,
      merkleRoot: branch.repeat(32),
      miner,
      timestamp: timeAt(height),
      bits: BITS,
      nonce: 0,
    });
    work(bytes);
    chain.add(bytes);
    headers.push(bytes);
  }
  return headers;
}

/** A server of headers, as `fetch` reaches it. */
export interface HeaderServer {
  readonly url: string;
  /** What it serves; may be replaced. */
  headers: readonly Uint8Array[];
  /** Paths that it was asked for. */
  readonly asked: string[];
  readonly fetch: typeof globalThis.fetch;
}

/** @param before called before each answer, with its path @param status of what it says otherwise than devnet */
export function headerServer(
  headers: readonly Uint8Array[],
  before?: (path: string) => void,
  status: object = {},
): HeaderServer {
  const server: HeaderServer = {
    url: 'http://api.test',
    headers,
    asked: [],
    fetch: (input) => {
      const { pathname, search, searchParams } = new URL(input instanceof Request ? input.url : input);
      server.asked.push(pathname.slice('/api/v1'.length) + search);
      before?.(pathname);
      if (pathname.endsWith('/headers')) {
        const from = Number(searchParams.get('from'));
        const range = server.headers.slice(from, from + Number(searchParams.get('count')));
        const type = { 'content-type': 'application/octet-stream' };
        return Promise.resolve(new Response(Uint8Array.from(concatBytes(...range)), { headers: type }));
      }
      return Promise.resolve(Response.json({ ...statusOf(server.headers), ...status }));
    },
  };
  return server;
}

const statusOf = (headers: readonly Uint8Array[]) => ({
  ...statusAt(headers.length - 1),
  tip_id: idOf(headers),
});
