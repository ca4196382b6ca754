/** For tests only: the same request to a chain in memory and to a server. */
import type { TestRequest, TestResponse } from '@cairn/http/test-support';
import { expect } from 'vitest';
import type { MemoryChain } from './memory-chain.ts';

/** The headers of the contract; the others are a transport's. */
const HEADERS = ['content-type', 'cache-control', 'etag', 'allow', 'retry-after'];

/** Expects that a chain in memory answers a request, byte for byte, as a server has. @param name of the interface */
export async function expectSame(
  chain: Pick<MemoryChain, 'handle'>,
  name: string,
  target: string,
  { method = 'GET', headers = {}, body = '' }: TestRequest,
  served: TestResponse,
): Promise<void> {
  const response = await chain.handle(name, {
    method,
    target,
    headers: Object.fromEntries(
      Object.entries(headers).map(([header, value]) => [header.toLowerCase(), String(value)]),
    ),
    body: typeof body === 'string' ? new TextEncoder().encode(body) : body,
    signal: new AbortController().signal,
  });
  const own = new Headers(response.headers);
  expect([target, response.status, HEADERS.map((header) => own.get(header) ?? undefined)]).toEqual([
    target,
    served.status,
    HEADERS.map((header) => served.headers[header]),
  ]);
  const bytes = Buffer.from(await new Response(response.body).arrayBuffer());
  if (!bytes.equals(served.bytes)) expect([target, bytes.toString()]).toEqual([target, served.text]);
}
