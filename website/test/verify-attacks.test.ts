import { transactionOffset } from '@cairn/protocol';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { StepState } from '../src/features/verify/steps.ts';
import { LIMITS } from '../src/features/verify/api-source.ts';
import { type FixtureApi, startFixtureApi } from './fixture-api.ts';
import type { Altered } from '@cairn/testkit/address-lies';
import { type Lie, lyingFetch } from './lying-fetch.ts';
import { differing, unknownId, isTransfer, notPassed, verdict, visits } from './verify-visits.ts';

/** Answers that are cut, slow, of the wrong kind, or of different moments; and an honest node whose chain moves. */
let api: FixtureApi;
beforeAll(async () => {
  api = await startFixtureApi();
});
afterAll(() => api.close());
afterEach(() => {
  api.state.blocks = api.chain.blocks.length;
});

const { visitTransaction, visitBlock } = visits(() => api);
const subjectOf = () => api.chain.transactions.findLast(isTransfer)!;

/** Calls back after each answer to the worker, with the number of answers so far and the path. */
function afterEachAnswer(then: (count: number, path: string) => void): typeof globalThis.fetch {
  let count = 0;
  return async (input, init) => {
    const response = await globalThis.fetch(input, init);
    const body = await response.arrayBuffer();
    count += 1;
    then(count, new URL(input instanceof Request ? input.url : input).pathname);
    return new Response(body, response);
  };
}

describe('a list of transactions', () => {
  const listLies: Record<string, (body: Altered) => void> = {
    'leaves one out': (body) => void body.items.pop(),
    'leaves one out and counts so': (body) => {
      body.items.pop();
      body.pagination.total -= 1;
    },
    'shows one twice': (body) => void (body.items[body.items.length - 1] = body.items[0]),
    'shows them in another order': (body) => void body.items.reverse(),
    'is empty': (body) => void (body.items = []),
    'counts more than there are': (body) => void (body.pagination.total += 1_000),
  };
  for (const [what, alter] of Object.entries(listLies)) {
    it(`that ${what} is detected`, async () => {
      const lie: Lie = { where: /\/transactions$/, json: (body) => alter(body) };
      expect(verdict(await visitBlock(subjectOf().block_height, lie))).toBe('failed');
    });
  }

  it('that begins elsewhere is compared with its own position', async () => {
    const { block_height: height } = subjectOf();
    const listed = api.chain.transactions.filter((one) => one.block_height === height);
    const rowsAt = (offset: number, from: number) => ({
      items: listed.slice(from, from + 2).map((one) => ({ ...one, is_coinbase: undefined })),
      offset,
      limit: 2,
      total: listed.length,
    });
    expect(verdict(await visitBlock(height, undefined, { rows: rowsAt(1, 1) }))).toBe('passed');
    expect(verdict(await visitBlock(height, undefined, { rows: rowsAt(1, 0) }))).toBe('failed');
    expect(verdict(await visitBlock(height, undefined, { rows: rowsAt(listed.length + 5, 99) }))).toBe(
      'passed',
    );
  });
});

describe('an honest node', () => {
  const full = () => api.chain.blocks.length;

  it('whose tip moves with every answer is verified', async () => {
    api.state.blocks = full() - 4;
    const { id } = api.chain.transactions.findLast(
      (one) => isTransfer(one) && one.block_height < full() - 5,
    )!;
    const workerFetch = afterEachAnswer((_, path) => {
      if (/status|transactions\/\w+$/.test(path)) api.state.blocks = Math.min(full(), api.state.blocks + 1);
    });
    const { results } = await visitTransaction(id, undefined, { workerFetch });
    expect(notPassed(results)).toEqual([]);
  });

  it('whose tip keeps changing is not called a liar', async () => {
    let moves = 0;
    api.state.blocks = full() - 3;
    const restless = afterEachAnswer(() => {
      moves += 1;
      api.state.blocks = full() - 3 + (moves % 3);
    });
    const { id } = api.chain.transactions.findLast(
      (one) => isTransfer(one) && one.block_height < full() - 5,
    )!;
    const { results } = await visitTransaction(id, undefined, { workerFetch: restless });
    expect(notPassed(results).filter(({ status }) => status === 'failed')).toEqual([]);
  });

  it('that dropped the block for another branch is not called a liar, and the verdict is not `verified`', async () => {
    const { id, block_height: height } = subjectOf();
    const workerFetch = afterEachAnswer((count) => {
      if (count >= 4) api.state.blocks = height;
    });
    const { results } = await visitTransaction(id, undefined, { workerFetch });
    expect(notPassed(results).filter(({ status }) => status === 'failed')).toEqual([]);
    expect(verdict(results)).not.toBe('passed');
  });

  it('whose headers above are of another branch for a moment is asked again', async () => {
    const { id } = api.chain.transactions.filter(isTransfer).at(-4)!;
    api.state.blocks = full() - 1;
    let wrong = 0;
    const workerFetch: typeof globalThis.fetch = (input, init) => {
      const url = new URL(input instanceof Request ? input.url : input);
      if (!url.pathname.endsWith('/headers') || wrong > 0) return globalThis.fetch(input, init);
      wrong += 1;
      const whole = lyingFetch({
        where: /./,
        bytes: (body) => body.map((byte, index) => (index === body.length - 1 ? byte ^ 1 : byte)),
      })(input, init);
      return whole.finally(() => (api.state.blocks = full()));
    };
    const { results } = await visitTransaction(id, undefined, { workerFetch });
    expect(wrong).toBe(1);
    expect(notPassed(results)).toEqual([]);
  });

  it('that leaves out optional fields is not called a liar', async () => {
    const { id } = subjectOf();
    const lies: Lie[] = [
      { where: /status$/, json: (body) => void delete body.tip_id },
      { where: new RegExp(`/transactions/${id}$`), json: (body) => void (body.unlock_sig = null) },
      { where: new RegExp(`/transactions/${id}$`), json: (body) => void delete body.is_coinbase },
    ];
    for (const lie of lies) {
      const { results } = await visitTransaction(id, lie, { limits: { blockBytes: transactionOffset(1) } });
      expect(notPassed(results).filter(({ status }) => status === 'failed')).toEqual([]);
    }
  });
});

/** The bytes, followed by zeros. A spread of millions of bytes would block the test's server for seconds. */
function withZeros(body: Uint8Array, count: number): Uint8Array<ArrayBuffer> {
  const longer = new Uint8Array(body.length + count);
  longer.set(body);
  return longer;
}

describe('an answer of the wrong kind', () => {
  const id = () => subjectOf().id;
  const wrong: Record<string, Lie> = {
    'a number as text': { where: /status$/, json: (body) => void (body.height = `${body.height}`) },
    'a negative height': { where: /status$/, json: (body) => void (body.height = -7) },
    'a height beyond 32 bits': { where: /status$/, json: (body) => void (body.height = 2 ** 40) },
    'a network of look-alike letters': {
      where: /status$/,
      json: (body) => void (body.network = 'd\u0435vnet'),
    },
    'an ID of full-width digits': {
      where: /status$/,
      json: (body) => void (body.tip_id = body.tip_id.replace(/^./, '\uff11')),
    },
    'a proof that is a text': { where: /proof$/, json: () => 'proof' },
    'a path of text': { where: /proof$/, json: (body) => void (body.path = 'ab') },
    'a path of a thousand hashes': {
      where: /proof$/,
      json: (body) => void (body.path = Array.from({ length: 1_000 }, () => unknownId)),
    },
    'a path with its last hash twice': {
      where: /proof$/,
      json: (body) => void body.path.push(body.path.at(-1)),
    },
    'a path with a short hash': { where: /proof$/, json: (body) => void (body.path[0] = 'ab') },
    'a position below zero': { where: /proof$/, json: (body) => void (body.transaction_index = -1) },
    'a position beyond every block': {
      where: /proof$/,
      json: (body) => void (body.transaction_index = 2 ** 50),
    },
    'a proof of another transaction': {
      where: /proof$/,
      json: (body) => void (body.id = api.chain.transactions[0]!.id),
    },
    'more headers than were asked for': {
      where: /headers\?/,
      bytes: (body) => new Uint8Array([...body, ...body]),
    },
    'headers of four megabytes': {
      where: /headers\?/,
      bytes: (body) => withZeros(body, 2 ** 22),
    },
    'headers that end within one': { where: /headers\?/, bytes: (body) => body.slice(0, -1) },
    'headers of zeros': { where: /headers\?/, bytes: (body) => new Uint8Array(body.length) },
    'bytes that end early': { where: /raw$/, bytes: (body) => body.slice(0, body.length - 1) },
    'bytes that end in the header': { where: /raw$/, bytes: (body) => body.slice(0, 40) },
    'no bytes': { where: /raw$/, bytes: () => new Uint8Array() },
    'bytes that go on': { where: /raw$/, bytes: (body) => withZeros(body, 213) },
    'four megabytes more': {
      where: /raw$/,
      bytes: (body) => withZeros(body, 2 ** 22),
    },
    'another block of the same chain': {
      where: /blocks\/\w{64}\/raw$/,
      bytes: () => new Uint8Array(api.chain.raw[4]!),
    },
  };
  for (const [what, lie] of Object.entries(wrong)) {
    it(`(${what}) is never verified`, async () => {
      const transaction = await visitTransaction(id(), lie);
      expect(verdict(transaction.results)).not.toBe('passed');
      expect(transaction.receipt).toBeUndefined();
      if (lie.where.source === 'proof$') return;
      expect(verdict(await visitBlock(subjectOf().block_height, lie))).not.toBe('passed');
    });
  }

  it('(a header of another chain at the right height) is detected', async () => {
    const { block_height: height, block_id } = subjectOf();
    // The same block with another nonce: a valid header to which no block above links.
    const forged = new Uint8Array(api.chain.raw[height]!);
    forged[117]! ^= 1;
    const lie: Lie = { where: new RegExp(`${block_id}/raw$`), bytes: () => forged };
    const results = await visitBlock(height, lie);
    expect(verdict(results)).toBe('failed');
    expect(differing(results)).toContain('id');
  });
});

it('an answer without end is cut off at the limit, and the step fails', async () => {
  let sent = 0;
  const workerFetch: typeof globalThis.fetch = (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    if (!/blocks\/\w{64}\/raw$/.test(pathname)) return globalThis.fetch(input, init);
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 65_536;
        controller.enqueue(new Uint8Array(65_536));
      },
    });
    return Promise.resolve(new Response(body));
  };
  const { results } = await visitTransaction(subjectOf().id, undefined, { workerFetch });
  expect(verdict(results)).toBe('failed');
  expect(sent).toBeLessThan(2 * LIMITS.blockBytes);
});

it.each([429, 502])('an error page (%i) larger than the expected bytes is no lie', async (status) => {
  const workerFetch: typeof globalThis.fetch = (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    if (!/(raw|headers)$/.test(pathname)) return globalThis.fetch(input, init);
    return Promise.resolve(new Response(`<html>${'x'.repeat(2 * LIMITS.blockBytes)}</html>`, { status }));
  };
  const { results } = await visitTransaction(subjectOf().id, undefined, { workerFetch });
  expect(results.map(({ status: step }) => step)).not.toContain('failed');
  expect(results.slice(1).map(({ status: step }) => step)).toEqual(
    Array.from({ length: 6 }, () => 'skipped'),
  );
  expect(verdict(results)).toBe('skipped');
});

describe('an API that is slow', () => {
  const timeouts = { json: 150, bytes: 150 };
  /** Answers of these paths never come, or stop after their first byte. */
  const stalls = (where: RegExp, kind: 'silent' | 'drip'): typeof globalThis.fetch => {
    return async (input, init) => {
      const { pathname } = new URL(input instanceof Request ? input.url : input);
      if (!where.test(pathname)) return globalThis.fetch(input, init);
      const gone = new Promise<never>((_, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error));
      });
      gone.catch(() => undefined);
      if (kind === 'silent') return gone;
      let first = true;
      const body = new ReadableStream<Uint8Array>({
        pull: async (controller) => {
          if (!first) await gone;
          first = false;
          controller.enqueue(new Uint8Array(1));
        },
      });
      return new Response(body);
    };
  };
  for (const kind of ['silent', 'drip'] as const) {
    for (const where of [/raw$/, /headers$/, /./]) {
      it(`(${kind}, ${where.source}) is given up and reported as slow`, async () => {
        const workerFetch = stalls(where, kind);
        const { results } = await visitTransaction(subjectOf().id, undefined, {
          workerFetch,
          timeouts,
        });
        const reasons = new Set(results.map(({ reason }: StepState) => reason?.code));
        expect(reasons).toContain('slow');
        expect(notPassed(results).filter(({ status }) => status === 'failed')).toEqual([]);
        expect(verdict(results)).not.toBe('passed');
      });
    }
  }
});
