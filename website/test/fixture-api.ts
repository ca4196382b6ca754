import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { heightOrHash, txid } from '@cairn/api/explorer';
import {
  type Address,
  bytesToHex,
  concatBytes,
  HEADER_SIZE,
  isValidAddress,
  merklePath,
  NETWORKS,
  splitBlock,
  transactionIdBytes,
  COINBASE_SENDER,
} from '@cairn/protocol';
import { accountPath } from './fixture-accounts.ts';
import { type FixtureChain, readFixtureChain } from './fixture-chain.ts';
import { statusAt } from './live-support.ts';

/** A lie in the API's answers: changes the JSON in place or returns another; bytes likewise. */
export interface Lie {
  /** Answers that it alters, by path and query. */
  readonly where: RegExp;
  // oxlint-disable-next-line typescript/no-explicit-any -- a lie may change any field of any shape
  readonly json?: (body: any, path: string) => unknown;
  readonly bytes?: (body: Uint8Array) => Uint8Array;
  /** Answers with this status instead, or breaks the connection. */
  readonly fails?: number | 'connection';
}

/** State of the fake node. */
export interface FixtureState {
  /** Number of visible blocks, from genesis on; 0 for a chain that has not been started. */
  blocks: number;
  index: 'disabled' | 'building' | 'ready' | 'error';
  syncing: boolean;
  /** False to answer requests for proofs of addresses as a replica does. */
  proofs: boolean;
  /** True to answer every request with status 500. */
  broken: boolean;
  /** Paths that are answered with an error. */
  readonly errors: Map<string, readonly [status: number, code: string]>;
  lie?: Lie | undefined;
}

export interface FixtureApi {
  readonly url: string;
  /** Can be changed at any time. */
  readonly state: FixtureState;
  readonly chain: FixtureChain;
  /** Paths of the `GET` requests so far. */
  readonly asked: string[];
  close: () => Promise<void>;
}

const VECTORS = join(import.meta.dirname, '../../test/vectors/devnet-chain.json');

/**
 * An Explorer API over the shared devnet vectors, for development and tests of the website alone. It serves the core
 * routes, raw blocks, headers and proofs and, if the index is `ready`, histories and the list of all transactions. The
 * contract itself is tested against the node.
 */
export async function startFixtureApi(initial: Partial<FixtureState> = {}, port = 0): Promise<FixtureApi> {
  const chain = readFixtureChain(JSON.parse(readFileSync(VECTORS, 'utf8')));
  const state: FixtureState = {
    blocks: chain.blocks.length,
    index: 'disabled',
    syncing: false,
    proofs: true,
    broken: false,
    errors: new Map(),
    ...initial,
  };
  const asked: string[] = [];
  const server = createServer((request, response) => {
    if (request.method === 'GET') asked.push(request.url ?? '/');
    answer(request, response, chain, state);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const { port: bound } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${bound}`, state, chain, asked, close: () => closeServer(server) };
}

function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve, reject) => server.close((error) => (error ? reject(error) : resolve())));
}

function answer(
  request: IncomingMessage,
  response: ServerResponse,
  chain: FixtureChain,
  state: FixtureState,
): void {
  const cors = { 'access-control-allow-origin': '*', 'access-control-allow-methods': 'GET' };
  if (request.method === 'OPTIONS') {
    response.writeHead(200, cors).end();
    return;
  }
  const path = request.url ?? '/';
  const url = new URL(path, 'http://fixture');
  const lie = state.lie?.where.test(path) === true ? state.lie : undefined;
  if (lie?.fails === 'connection') {
    response.destroy();
    return;
  }
  const bytes = state.broken ? undefined : rawAnswer(url, chain, state);
  if (bytes !== undefined && lie?.fails === undefined) {
    const type = { 'content-type': 'application/octet-stream' };
    response.writeHead(200, { ...cors, ...type }).end(lie?.bytes?.(Uint8Array.from(bytes)) ?? bytes);
    return;
  }
  const [status, body] = lieAbout(
    state.broken ? [500, { error: 'internal_error' }] : route(url, chain, state),
    lie,
    path,
  );
  response.writeHead(status, { ...cors, 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function lieAbout(answer: Answer, lie: Lie | undefined, path: string): Answer {
  if (typeof lie?.fails === 'number') return [lie.fails, { detail: 'no' }];
  const [status, body] = answer;
  if (status !== 200 || lie?.json === undefined) return answer;
  const altered = structuredClone(body);
  return [status, lie.json(altered, path) ?? altered];
}

/** The bytes of the headers of visible blocks. */
function headersAnswer(url: URL, chain: FixtureChain, blocks: number): Uint8Array {
  const from = Number(url.searchParams.get('from') ?? 0);
  const count = Number(url.searchParams.get('count') ?? 2_000);
  const found = chain.raw.slice(from, Math.max(from, Math.min(blocks, from + count)));
  return concatBytes(...found.map((raw) => raw.subarray(0, HEADER_SIZE)));
}

/** The bytes of a visible block or of headers; `undefined` for all requests that `route` answers. */
function rawAnswer(url: URL, chain: FixtureChain, { blocks }: FixtureState): Uint8Array | undefined {
  if (url.pathname === '/api/v1/headers') return headersAnswer(url, chain, blocks);
  const reference = /^\/api\/v1\/blocks\/([^/]+)\/raw$/.exec(url.pathname)?.[1];
  const index = chain.blocks.findIndex(({ id, height }) => id === reference || `${height}` === reference);
  return index < blocks ? chain.raw[index] : undefined;
}

type Answer = readonly [status: number, body: unknown];

const error = (status: number, code: string): Answer => [status, { error: code, message: code }];

function route(url: URL, chain: FixtureChain, state: FixtureState): Answer {
  const failing = state.errors.get(url.pathname);
  if (failing !== undefined) return error(...failing);
  const [, , , collection = '', reference = '', part] = url.pathname.split('/');
  const value = decodeURIComponent(reference);
  if (url.pathname === '/api/v1/status') return [200, statusOf(chain, state)];
  if (collection === 'blocks' && reference === '') return [200, listBlocks(url, chain, state)];
  if (collection === 'blocks') return blockAnswer(url, value, part === 'transactions', chain, state);
  if (collection === 'transactions' && part === 'proof') return proofAnswer(value, chain, state);
  if (collection === 'transactions' && reference === '') return feedAnswer(url, chain, state);
  if (collection === 'transactions' && reference !== '') return transactionAnswer(value, chain, state);
  if (collection === 'addresses' && reference !== '') return addressAnswer(url, value, part, chain, state);
  return [404, { detail: 'Not Found' }];
}

function statusOf(chain: FixtureChain, { blocks, index: state, syncing }: FixtureState) {
  const height = blocks - 1;
  const ready = state === 'ready';
  const { capabilities, tip_id: _made, ...status } = statusAt(height);
  const indexed = state === 'disabled' ? -1 : state === 'building' ? Math.floor(height / 2) : height;
  return {
    ...status,
    chain_id: NETWORKS.devnet.chainId,
    ...(blocks > 0 && { tip_id: chain.blocks[height]?.id }),
    ready: !syncing,
    syncing,
    index: {
      enabled: state !== 'disabled',
      ready,
      state,
      indexed_height: indexed,
      target_height: state === 'disabled' ? -1 : height,
      progress: ready ? 100 : state === 'building' ? 41.7 : 0,
    },
    capabilities: {
      ...capabilities,
      transaction_feed: ready,
      address_ranking: ready,
      address_history: ready,
      aggregate_stats: ready,
    },
  };
}

function listBlocks(url: URL, chain: FixtureChain, { blocks }: FixtureState) {
  const limit = Number(url.searchParams.get('limit') ?? 10);
  const before = url.searchParams.get('before_height');
  const start = Math.min(blocks, before === null ? blocks : Number(before));
  const items = chain.blocks
    .slice(Math.max(0, start - limit), start)
    .map((block) => withDepth(block, block.height, blocks))
    .toReversed();
  return {
    network: 'devnet',
    items,
    pagination: {
      limit,
      offset: 0,
      count: items.length,
      total: blocks,
      before_height: before === null ? null : Number(before),
      next_before_height: items.at(-1)?.height ?? start,
    },
  };
}

function blockAnswer(
  url: URL,
  reference: string,
  transactions: boolean,
  chain: FixtureChain,
  state: FixtureState,
): Answer {
  const parsed = heightOrHash.safeParse(reference);
  if (!parsed.success) return error(400, parsed.error.issues[0]!.message);
  const wanted = parsed.data;
  const block = chain.blocks.find((one) =>
    wanted.kind === 'id' ? one.id === wanted.id : one.height === wanted.height,
  );
  if (block === undefined || block.height >= state.blocks) return error(404, 'block_not_found');
  if (!transactions) return [200, { network: 'devnet', block: withDepth(block, block.height, state.blocks) }];
  const all = chain.transactions.filter(({ block_height: height }) => height === block.height);
  return [
    200,
    { network: 'devnet', block: { height: block.height, id: block.id }, ...pageOf(url, all, state.blocks) },
  ];
}

function transactionAnswer(id: string, chain: FixtureChain, { blocks }: FixtureState): Answer {
  const parsed = txid.safeParse(id);
  if (!parsed.success) return error(400, parsed.error.issues[0]!.message);
  const transaction = chain.transactions.find((one) => one.id === parsed.data);
  if (transaction === undefined || transaction.block_height >= blocks)
    return error(404, 'transaction_not_found');
  return [
    200,
    {
      network: 'devnet',
      tip_id: chain.blocks[blocks - 1]!.id,
      ...withDepth(transaction, transaction.block_height, blocks),
    },
  ];
}

function proofAnswer(id: string, chain: FixtureChain, { blocks }: FixtureState): Answer {
  const transaction = chain.transactions.find((one) => one.id === id);
  if (transaction === undefined || transaction.block_height >= blocks) {
    return error(404, 'transaction_not_found');
  }
  const { block_height, block_id, transaction_index } = transaction;
  const leaves = splitBlock(chain.raw[block_height]!).transactionBytes.map(transactionIdBytes);
  const path = merklePath(leaves, transaction_index).map(bytesToHex);
  const merkle_root = chain.blocks[block_height]!.merkle_root;
  return [200, { network: 'devnet', id, block_height, block_id, transaction_index, merkle_root, path }];
}

function addressAnswer(
  url: URL,
  address: string,
  part: string | undefined,
  chain: FixtureChain,
  state: FixtureState,
): Answer {
  if (!isValidAddress(address, NETWORKS.devnet)) return error(400, 'invalid_address');
  if (part === undefined)
    return [
      200,
      {
        network: 'devnet',
        tip_id: tipOf(chain, state),
        address,
        ...chain.accountAt(address, state.blocks - 1),
      },
    ];
  if (part === 'proof') return addressProofAnswer(url, address, chain, state);
  if (state.index !== 'ready') return indexAnswer(state);
  const wanted = url.searchParams.get('direction');
  const isCoinbase = ({ from_address: from }: { from_address: string }) => from === COINBASE_SENDER;
  const own = chain.transactions
    .filter((one) => one.block_height < state.blocks)
    .filter((one) => one.from_address === address || one.to_address === address)
    .map((one) => ({ ...one, direction: directionOf(one, address) }))
    .filter((one) => wanted === null || wanted === (isCoinbase(one) ? 'mined' : one.direction))
    .toReversed();
  return [
    200,
    { network: 'devnet', tip_id: tipOf(chain, state), address, ...pageOf(url, own, state.blocks) },
  ];
}

const tipOf = (chain: FixtureChain, { blocks }: FixtureState) => chain.blocks[blocks - 1]?.id;

/** As a node answers; a fixture without proofs answers like a replica. */
function addressProofAnswer(
  url: URL,
  address: Address,
  chain: FixtureChain,
  { blocks, proofs }: FixtureState,
): Answer {
  if (!proofs) return error(503, 'proofs_unavailable');
  const raw = chain.raw[blocks - 1]!;
  const [coinbase] = splitBlock(raw).transactionBytes;
  const leaves = splitBlock(raw).transactionBytes.map(transactionIdBytes);
  const asked = { before: url.searchParams.get('before'), rows: url.searchParams.get('rows') };
  const history = chain.historyOf(address, asked, blocks - 1);
  if (history === undefined) return error(404, 'transaction_not_found');
  return [
    200,
    {
      network: 'devnet',
      block_height: blocks - 1,
      block_id: chain.blocks[blocks - 1]!.id,
      header: bytesToHex(raw.subarray(0, HEADER_SIZE)),
      coinbase: bytesToHex(coinbase!),
      coinbase_path: merklePath(leaves, 0).map(bytesToHex),
      ...accountPath(chain.recordsAt(blocks - 1), address),
      ...history,
    },
  ];
}

function feedAnswer(url: URL, chain: FixtureChain, state: FixtureState): Answer {
  if (state.index !== 'ready') return indexAnswer(state);
  const all = chain.transactions.filter((one) => one.block_height < state.blocks).toReversed();
  return [200, { network: 'devnet', ...pageOf(url, all, state.blocks) }];
}

function indexAnswer({ index: state }: FixtureState): Answer {
  const index = { state, enabled: state !== 'disabled', ready: false };
  return [503, { error: `explorer_index_${state}`, index }];
}

function directionOf(
  one: { from_address: string; to_address: string },
  address: string,
): 'in' | 'out' | 'self' {
  if (one.from_address !== address) return 'in';
  return one.to_address === address ? 'self' : 'out';
}

function pageOf(url: URL, all: readonly { block_height: number }[], blocks: number) {
  const limit = Number(url.searchParams.get('limit') ?? 25);
  const offset = Number(url.searchParams.get('offset') ?? 0);
  const items = all.slice(offset, offset + limit).map((one) => withDepth(one, one.block_height, blocks));
  return { items, pagination: { limit, offset, count: items.length, total: all.length } };
}

function withDepth<Item>(item: Item, height: number, blocks: number): Item & { confirmations: number } {
  return { ...item, confirmations: blocks - height };
}
