/**
 * The ceiling where nothing is remembered: a bare `node:http` server that reads what each request asks for from the
 * stores of the node, and makes JSON of it with `JSON.stringify`. It checks nothing, has no tags, no memory of answers and
 * no routes but those of `onceTargets`. Argument: a file with what it needs (JSON: `BareReads`). Prints its port.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import {
  ADDRESS_LENGTH,
  decodeBlockHeader,
  TRANSACTION_SIZE,
  transactionIdBytes,
  transactionOffset,
} from '@cairn/protocol';
import { readU32 } from '@cairn/protocol/layout';
import { readAmount } from '../../src/explorer-api/read-amount.ts';
import { OFFSETS, ZERO } from '../../src/explorer-api/transaction-places.ts';
import type { ProjectedTransaction } from '../../src/projection/index.ts';
import { SqliteReader } from '../../src/projection/sqlite/sqlite-reader.ts';
import { BlockFiles, type FilePosition } from '../../src/storage/block-files.ts';
import { CoreStore } from '../../src/storage/core-store.ts';
import { NETWORK } from '../senders.ts';
import type { BareReads } from './bare-server.ts';
import { PROJECTION_FILE } from './explorer-bench.ts';

interface Block extends FilePosition {
  readonly id: string;
  readonly timestamp: number;
}

interface PageOf {
  readonly offset: number;
  readonly limit: number;
}

const DEFAULT_LIMIT = 25;
const ID_SIZE = 32;
const network = NETWORK.name;

const settings = JSON.parse(readFileSync(process.argv[2]!, 'utf8')) as BareReads;
const core = await CoreStore.open(settings.core);
const files = await BlockFiles.open(join(settings.directory, 'blocks'), NETWORK);
const index = new SqliteReader((error) => {
  throw error;
});
index.open(join(settings.directory, PROJECTION_FILE));
const blocks: Block[] = [];
for (let entry = core.block(0); entry !== undefined; entry = core.block(blocks.length)) {
  const { file, offset, id, header } = entry;
  blocks.push({ file, offset, id, timestamp: decodeBlockHeader(header).timestamp });
}

/** An answer to `/api/v1/<list>/<key>/transactions?offset=…&limit=…` or the beginning of that. */
function answerTo(target: string): string {
  const [path, query] = target.split('?');
  const [, , , list, key, below] = path!.split('/');
  const parameters = new URLSearchParams(query);
  const page = {
    offset: Number(parameters.get('offset') ?? 0),
    limit: Number(parameters.get('limit') ?? DEFAULT_LIMIT),
  };
  if (list === 'addresses' && key === undefined) return ranking(page);
  if (list === 'transactions') return JSON.stringify(key === undefined ? feed(page) : transaction(key));
  return JSON.stringify(below === undefined ? account(key!) : history(key!, page));
}

function transaction(id: string): object {
  const { height, index: place } = core.locateTransaction(id)!;
  const { file, offset } = blocks[height]!;
  const raw = files.readNow({ file, offset: offset + transactionOffset(place) }, TRANSACTION_SIZE);
  const bytes = Buffer.concat([transactionIdBytes(raw), raw]);
  return { network, ...fieldsOf({ height, index: place, bytes, at: 0 }) };
}

function account(address: string): object {
  const { balance, nonce } = core.account(address)!;
  return { network, address, exists: true, balance: String(balance), nonce };
}

function feed(page: PageOf): object {
  const { items, total } = index.transactions(page);
  return { network, items: items.map(fieldsOf), pagination: { ...page, count: items.length, total } };
}

function history(address: string, page: PageOf): object {
  const { items, total } = index.addressTransactions(address, page);
  const shown = items.map((item) => {
    const fields = fieldsOf(item);
    const sent = fields.to_address === address ? 'self' : 'out';
    return { ...fields, direction: fields.from_address === address ? sent : 'in' };
  });
  return { network, address, items: shown, pagination: { ...page, count: items.length, total } };
}

/** The index has its lines as JSON. */
function ranking(page: PageOf): string {
  const { items, count, total } = index.addresses(page);
  const pagination = JSON.stringify({ ...page, count, total });
  return `{"network":"${network}","items":[${items}],"pagination":${pagination}}`;
}

/** The fields of a confirmed transaction (section 2.3). */
function fieldsOf({ bytes, at, height, index: place }: ProjectedTransaction) {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const raw = at + ID_SIZE;
  const [from, to] = [raw + OFFSETS.from, raw + OFFSETS.to];
  const { id, timestamp } = blocks[height]!;
  return {
    id: buffer.toString('hex', at, raw),
    chain: bytes[raw]!,
    nonce: readU32(bytes, raw + OFFSETS.nonce),
    fee: String(readU32(bytes, raw + OFFSETS.fee)),
    value: String(readAmount(bytes, raw + OFFSETS.value)),
    from_address: buffer.toString('latin1', from, from + ADDRESS_LENGTH),
    to_address: buffer.toString('latin1', to, to + ADDRESS_LENGTH),
    unlock_sig: buffer.toString('hex', raw + OFFSETS.unlockSig, raw + TRANSACTION_SIZE),
    block_height: height,
    block_id: id,
    block_timestamp: timestamp,
    transaction_index: place,
    confirmations: blocks.length - height,
    is_coinbase: bytes[from] === ZERO,
  };
}

const server = createServer(({ url }, response) => {
  const body = answerTo(url!);
  response.writeHead(200, { ...settings.headers, 'Content-Length': String(body.length) });
  response.end(body, 'latin1');
});
server.listen(0, '127.0.0.1', () => console.log(`port ${(server.address() as AddressInfo).port}`));
process.on('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
  index.close();
  void core.close();
  void files.close();
});
