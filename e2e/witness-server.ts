import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  blockIdBytes,
  blockId,
  concatBytes,
  decodeBlockHeader,
  encodeBlockHeader,
  getNetwork,
  HEADER_NONCE_OFFSET,
  HEADER_SIZE,
  meetsTarget,
} from '@cairn/protocol';
import { developmentAccounts } from '@cairn/protocol/development-accounts';

const miner = developmentAccounts(getNetwork('devnet'))[3]!.address;

/** All headers of a node's chain. @param api base URL of its Explorer API */
export async function headersOf(api: string): Promise<Uint8Array[]> {
  const answer = await fetch(`${api}/api/v1/headers?from=0&count=2000`);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  const count = bytes.length / HEADER_SIZE;
  return Array.from({ length: count }, (_, at) => bytes.slice(at * HEADER_SIZE, (at + 1) * HEADER_SIZE));
}

/** Mines headers of devnet on top of others. */
export function mineOn(below: readonly Uint8Array[], count: number): Uint8Array[] {
  const headers = [...below];
  for (let added = 0; added < count; added += 1) {
    const parent = headers.at(-1)!;
    const { height, timestamp, bits } = decodeBlockHeader(parent);
    const bytes = encodeBlockHeader({
      version: 1,
      height: height + 1,
      previousBlockId: blockId(parent),
      merkleRoot: 'cd'.repeat(32),
      miner,
      timestamp: timestamp + 1,
      bits,
      nonce: 0,
    });
    while (!meetsTarget(blockIdBytes(bytes), bits)) bytes[HEADER_NONCE_OFFSET + 3]! += 1;
    headers.push(bytes);
  }
  return headers;
}

/** Another operator's Explorer API as the worker asks it: the status, and headers. */
export class WitnessServer {
  headers: readonly Uint8Array[] = [];
  /** `silent` never answers, `junk` answers with no API. */
  mode: 'honest' | 'silent' | 'junk' = 'honest';
  /** Paths that it was asked for. */
  readonly asked: string[] = [];
  readonly #server: Server = createServer((request, response) => {
    this.asked.push(request.url ?? '');
    const url = new URL(request.url ?? '/', 'http://witness');
    response.setHeader('access-control-allow-origin', '*');
    if (this.mode === 'silent') return;
    if (this.mode === 'junk') {
      response.end('<html>');
      return;
    }
    if (url.pathname.endsWith('/headers')) {
      const from = Number(url.searchParams.get('from'));
      const range = this.headers.slice(from, from + Number(url.searchParams.get('count')));
      response.setHeader('content-type', 'application/octet-stream');
      response.end(concatBytes(...range));
      return;
    }
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ ...this.status, ...this.#tip }));
  });

  /** Any node's answer to `/status`, for what is not of the chain. */
  status: object = {};

  get #tip() {
    const tip = this.headers.at(-1)!;
    return { height: this.headers.length - 1, tip_id: blockId(tip) };
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }
}
