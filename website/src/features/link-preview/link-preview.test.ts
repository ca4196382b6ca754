import { formatCoins, parsePebbles } from '@cairn/protocol';
import { Resvg } from '@resvg/resvg-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Explorer, openExplorer } from '../../../test/explorer.ts';
import { LINK_PREVIEWS, svgOf } from './link-preview.ts';

const PAGE = `https://explorer.example/de/transactions/${'ab'.repeat(32)}`;
const ALICE = { role: 'To', address: 'dLhCHA22XoXSswtB78TF1rxQgv3MZQ2iJ3', name: 'Alice' };

let api: Explorer;
beforeAll(async () => void (api = await openExplorer()));
afterAll(() => api.close());

/** The texts of a picture, the largest first. */
async function textsOf(kind: string, reference: string, locale: 'en' | 'de' = 'en') {
  const client = api.chain.explorer;
  const { signal } = new AbortController();
  const svg = svgOf(await LINK_PREVIEWS[kind]!(client, reference, locale, { signal }), PAGE);
  return [...svg.matchAll(/<text[^>]* font-size="(?<size>[\d.]+)"[^>]*>(?<text>[^<]*)/g)]
    .map(({ groups }) => ({ size: Number(groups!['size']), text: groups!['text']! }))
    .toSorted((a, b) => b.size - a.size)
    .map(({ text }) => text);
}

describe('the picture of a shared link', () => {
  it('is that of the amount of a payment, with sender and recipient', async () => {
    const { id } = api.transactions.find(({ value }) => value === '100000000000000')!;
    const [hero, ...others] = await textsOf('transactions', id, 'de');
    expect(hero).toBe('1.000.000,00');
    expect(others).toEqual(expect.arrayContaining(['Zahlung', 'Von', 'An', 'Treasury']));
  });

  it('is that of the height of a block, with its miner', async () => {
    const [hero, ...others] = await textsOf('blocks', api.blocks[12]!.id);
    expect(hero).toBe('12');
    expect(others).toEqual(expect.arrayContaining(['Block', 'Miner']));
  });

  it('is that of the balance of an address', async () => {
    const { to_address: address } = api.transactions.at(-1)!;
    const { balance } = await api.chain.explorer.getAddress({ address });
    const [hero, ...others] = await textsOf('addresses', address);
    expect(hero).toBe(formatCoins(parsePebbles(balance), { group: true, minimumFractionDigits: 2 }));
    expect(others).toContain('Balance');
  });

  it('is not broken by what a stranger wrote', () => {
    const hostile = '</text><script>"&\u0000\u202E' + 'W'.repeat(500);
    const parties = [{ role: hostile, address: hostile, name: hostile }, ALICE];
    const svg = svgOf(
      { network: hostile, label: hostile, hero: hostile, unit: 'CRN', parties, time: hostile },
      `${PAGE}?${hostile}`,
    );
    expect(svg).not.toContain('<script');
    for (const broken of ['\u0000', '\u202E', 'W'.repeat(101)]) expect(svg).not.toContain(broken);
    expect(new Resvg(svg).toString()).toContain('</svg>');
  });

  it.each(['1', '12345678901234567890.12345678'])('fits %s into its width', (hero) => {
    const svg = svgOf({ network: 'devnet', label: 'Payment', hero, unit: 'CRN', parties: [ALICE] }, PAGE);
    const size = Number(/font-size="([\d.]+)"[^>]*font-weight="600"[^>]*>[\d.]/.exec(svg)?.[1]);
    expect(size * hero.length).toBeLessThan(1_200 / 0.6);
    expect(size).toBeGreaterThan(20);
  });
});
