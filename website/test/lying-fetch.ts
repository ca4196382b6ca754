import type { Altered } from '@cairn/testkit/address-lies';

/** A lie in one answer: changes the JSON in place or returns another; bytes likewise. */
export interface Lie {
  /** Answers that it alters, by path and query. */
  readonly where: RegExp;
  readonly json?: (body: Altered, path: string) => unknown;
  readonly bytes?: (body: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>;
  /** Answers with this status instead, or breaks the connection. */
  readonly fails?: number | 'connection';
}

/** A `fetch` that alters the answers of an honest API. */
export function lyingFetch(lie: Lie | undefined): typeof globalThis.fetch {
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (lie === undefined || !lie.where.test(url.pathname + url.search)) return globalThis.fetch(input, init);
    if (lie.fails === 'connection') throw new TypeError('fetch failed');
    if (lie.fails !== undefined) return Response.json({ detail: 'no' }, { status: lie.fails });
    const response = await globalThis.fetch(input, init);
    if (!response.ok) return response;
    if (lie.bytes !== undefined) return new Response(lie.bytes(new Uint8Array(await response.arrayBuffer())));
    const body: unknown = await response.json();
    return Response.json(lie.json?.(body, url.pathname + url.search) ?? body);
  };
}
