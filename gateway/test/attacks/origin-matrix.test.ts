import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Harness, refusalOf, type HeaderValue } from '../harness.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await Harness.start({ limits: { launchGuesses: 1_000_000 } });
});
afterAll(() => harness.stop());

type Values = Readonly<Record<string, HeaderValue>>;

const SITES: Values = {
  absent: undefined,
  none: 'none',
  'same-origin': 'same-origin',
  'same-site': 'same-site',
  'cross-site': 'cross-site',
  doubled: ['same-origin', 'same-origin'],
  contradicting: ['same-origin', 'cross-site'],
};
const MODES: Values = {
  absent: undefined,
  cors: 'cors',
  'no-cors': 'no-cors',
  'same-origin': 'same-origin',
  navigate: 'navigate',
  doubled: ['cors', 'navigate'],
};
const DESTINATIONS: Values = {
  absent: undefined,
  empty: 'empty',
  document: 'document',
  iframe: 'iframe',
  script: 'script',
  doubled: ['document', 'iframe'],
};
const origins = (): Values => ({
  absent: undefined,
  own: harness.origin,
  null: 'null',
  'another site': 'http://evil.example',
  'another port': harness.origin.replace(/\d+$/, '1'),
  doubled: [harness.origin, harness.origin],
});

interface Combination {
  readonly site: string;
  readonly mode: string;
  readonly destination: string;
  readonly origin: string;
}

function combinations(): Combination[] {
  return Object.keys(SITES).flatMap((site) =>
    Object.keys(MODES).flatMap((mode) =>
      Object.keys(DESTINATIONS).flatMap((destination) =>
        Object.keys(origins()).map((origin) => ({ site, mode, destination, origin })),
      ),
    ),
  );
}

function headersOf({ site, mode, destination, origin }: Combination): Values {
  return {
    'Sec-Fetch-Site': SITES[site],
    'Sec-Fetch-Mode': MODES[mode],
    'Sec-Fetch-Dest': DESTINATIONS[destination],
    Origin: origins()[origin],
  };
}

/** Combinations that pass 5 admits (docs/spec/GATEWAY.md); it refuses all others. */
const askedByPage = ({ site, mode }: Combination) =>
  site === 'same-origin' && !['navigate', 'doubled'].includes(mode);
const RULES = {
  read: (its: Combination) => askedByPage(its) && ['absent', 'own'].includes(its.origin),
  write: (its: Combination) => askedByPage(its) && its.origin === 'own',
  page: ({ site, mode, destination, origin }: Combination) => {
    if (!['absent', 'own'].includes(origin)) return false;
    const silent = site === 'absent' && mode === 'absent' && destination === 'absent';
    return silent || (mode === 'navigate' && destination === 'document');
  },
};

const TARGETS = [
  ['GET', '/v1/status', RULES.read],
  ['GET', '/gateway/config', RULES.read],
  ['GET', '/assets/index-Ab12.js', RULES.read],
  ['POST', '/v1/transactions', RULES.write],
  ['POST', '/gateway/session', RULES.write],
  ['GET', '/', RULES.page],
] as const;

const BODIES: Readonly<Record<string, string>> = {
  '/v1/transactions': JSON.stringify({ raw: '00'.repeat(213) }),
  '/gateway/session': JSON.stringify({ secret: 'w'.repeat(43) }),
};

/** Calls `work` for each item, 16 calls at a time, so that the whole matrix takes a few seconds. */
async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = [...items];
  const run = async (): Promise<void> => {
    for (let item = left.pop(); item !== undefined; item = left.pop()) await work(item);
  };
  await Promise.all(Array.from({ length: 16 }, run));
}

describe('every combination of Sec-Fetch-Site, -Mode, -Dest and Origin', () => {
  it.each(TARGETS)('at %s %s', async (method, target, rule) => {
    harness.node.requests.length = 0;
    const all = combinations();
    const wrong: string[] = [];
    let admitted = 0;
    await inParallel(all, async (combination) => {
      const body = BODIES[target];
      const shape = { method, headers: headersOf(combination), ...(body !== undefined && { body }) };
      const response = await harness.send(target, shape);
      const refused = response.status === 403 && refusalOf(response) === '403 cross_origin';
      if (!refused) admitted += 1;
      if (refused === rule(combination)) wrong.push(JSON.stringify(combination));
    });
    expect(wrong).toEqual([]);
    expect(all).toHaveLength(7 * 6 * 6 * 6);
    expect(admitted).toBe(all.filter(rule).length);
    expect(harness.node.requests).toHaveLength(target.startsWith('/v1/') ? admitted : 0);
  });
});
