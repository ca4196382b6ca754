import { EXPLORER_LIMITS } from '@cairn/api/explorer';
import { HEADER_SIZE, ProtocolError } from '@cairn/protocol';
import { type HeaderBytes, readHeader } from '../checks/header.ts';
import type { Walk } from '../checks/links.ts';
import { type ApiSource, Unavailable } from '../source.ts';

export const HEADERS_ROUTE = '/api/v1/headers';
/** Headers of one request: 236,000 bytes. */
const RANGE = EXPLORER_LIMITS.headers.maximum;

/**
 * Walks up to a height; the next range is on its way while one is judged.
 * @param onHeader called for each header that followed
 * @throws Unavailable where headers are missing, ProtocolError where the bytes are no headers
 */
export async function walkHeaders(
  source: ApiSource,
  walk: Walk,
  height: number,
  onRange: () => void,
  onHeader: (header: HeaderBytes) => void = () => undefined,
): Promise<void> {
  const ask = (from: number): Promise<HeaderBytes[]> =>
    headersFrom(source, from, Math.min(RANGE, height - from + 1));
  let next = walk.top.header.height < height ? ask(walk.top.header.height + 1) : undefined;
  while (next !== undefined) {
    const headers = await next;
    const last = headers.at(-1);
    if (last === undefined) throw new Unavailable({ code: 'gone' });
    const from = walk.top.header.height + headers.length + 1;
    next = from <= height ? ask(from) : undefined;
    next?.catch(() => undefined); // awaited in the next round, unless the walk ends before
    for (const header of headers) {
      if (!walk.step(header)) return;
      onHeader(header);
    }
    onRange();
  }
}

/** @throws ProtocolError where the bytes are no headers */
export async function headersFrom(source: ApiSource, from: number, count: number): Promise<HeaderBytes[]> {
  const bytes = await source.headers(from, count);
  if (bytes.length % HEADER_SIZE !== 0 || bytes.length > count * HEADER_SIZE) {
    throw new ProtocolError('invalid_block_header', `${bytes.length} bytes are not up to ${count} headers`);
  }
  return Array.from({ length: bytes.length / HEADER_SIZE }, (_, index) =>
    readHeader(bytes.subarray(index * HEADER_SIZE, (index + 1) * HEADER_SIZE), HEADERS_ROUTE),
  );
}
