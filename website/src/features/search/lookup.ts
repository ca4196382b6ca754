import { type BlockSummary, EXPLORER_LIMITS, type ExplorerClient } from '@cairn/api/explorer';
import { classifyQuery, DAY } from '../../site/classify.ts';
import { unlessAbsent } from '../../site/failure.ts';
import { request, type Request } from '../../site/request.ts';

/** A page of the chain that a search finds. Plain data, because the server passes it to the browser. */
export interface Target {
  readonly page: 'block' | 'transaction' | 'address';
  /** Height, ID or address. */
  readonly reference: string;
  /** Height of the block, or of the transaction's block. */
  readonly height?: number | undefined;
  /** Of a block. */
  readonly block?: Pick<BlockSummary, 'timestamp' | 'transaction_count'> | undefined;
  /** What the transaction moved, or what the address holds, in pebbles. */
  readonly amount?: string | undefined;
}

const ask = (text: string, load: Request<readonly Target[]>['load']) =>
  request(`search ${text.trim()}`, load);

/** What a text names whose form alone tells its page: asked only to describe it. `undefined` for any other text. */
export function lookupDetails(text: string): Request<readonly Target[]> | undefined {
  const query = classifyQuery(text);
  if (query.kind === 'height')
    return ask(text, async (api, options) => blockAt(api, String(query.height), options));
  if (query.kind === 'address')
    return ask(text, async (api, options) => {
      const { address: reference } = query;
      const state = await unlessAbsent(api.getAddress({ address: reference }, options), 'invalid_address');
      return [{ page: 'address', reference, amount: state?.balance }];
    });
  return undefined;
}

/** A block by its height or ID; none if the chain has none. */
async function blockAt(
  api: ExplorerClient,
  reference: string,
  options: { signal: AbortSignal },
): Promise<Target[]> {
  const found = await unlessAbsent(api.getBlock({ height_or_hash: reference }, options), 'block_not_found');
  return found === undefined ? [] : [{ page: 'block', reference, ...placeOf(found.block) }];
}

const placeOf = ({ height, timestamp, transaction_count }: BlockSummary) => ({
  height,
  block: { timestamp, transaction_count },
});

/**
 * Asks the API what an ID, the beginning of an ID or address, or a date names: several pages only for a beginning, none for
 * an unknown ID.
 * @returns `undefined` for a text of another form, which needs no answer
 */
export function lookup(text: string): Request<readonly Target[]> | undefined {
  const query = classifyQuery(text);
  switch (query.kind) {
    case 'hash':
      return ask(text, async (api, options): Promise<Target[]> => {
        const reference = query.hash;
        const [blocks, transaction] = await Promise.all([
          blockAt(api, reference, options),
          unlessAbsent(api.getTransaction({ txid: reference }, options), 'transaction_not_found'),
        ]);
        if (blocks.length > 0 || transaction === undefined) return blocks;
        const { block_height: height, value: amount } = transaction;
        return [{ page: 'transaction', reference, height, amount }];
      });
    case 'prefix':
      return ask(text, async (api, options) => {
        const { blocks, transactions, addresses } = await api.search({ prefix: query.prefix }, options);
        return [
          ...blocks.map(({ id, height }) => ({ page: 'block', reference: id, height }) as const),
          ...transactions.map(
            ({ id, block_height: height }) => ({ page: 'transaction', reference: id, height }) as const,
          ),
          ...addresses.map((reference) => ({ page: 'address', reference }) as const),
        ];
      });
    case 'date':
      return ask(text, async (api, options) => {
        const { seconds, isDay } = query;
        const time = isDay ? Math.max(0, seconds - 1) : seconds;
        const found = await unlessAbsent(api.getBlockAt({ time }, options), 'block_not_found');
        const first = isDay ? await firstOfDay(api, seconds, found?.block.height ?? 0, options) : undefined;
        // A day without a block shows the newest one before it. Before all blocks: the first one.
        const place = first ?? (found === undefined ? { height: 0 } : placeOf(found.block));
        return [{ page: 'block', reference: String(place.height), ...place }];
      });
    default:
      return undefined;
  }
}

/** Maximum number of blocks in one answer of the API. */
const PART = EXPLORER_LIMITS.blockList.maximum;
/** Lists that are read: two hours of blocks, by which a miner's clock may be ahead (PROTOCOL section 5). */
const PARTS = 12;

/**
 * The lowest block of the day that begins at this time. Miners' clocks differ, so at a day's beginning times go back and forth.
 * @param height of the block with the last time before
 */
async function firstOfDay(
  api: ExplorerClient,
  seconds: number,
  height: number,
  options: { signal: AbortSignal },
): Promise<ReturnType<typeof placeOf> | undefined> {
  for (let part = 0; part < PARTS; part += 1) {
    const before_height = height + PART / 2 + part * PART;
    const { items } = await api.listBlocks({ limit: PART, before_height }, options);
    const first = items.findLast(({ timestamp }) => timestamp >= seconds);
    if (first !== undefined) return first.timestamp < seconds + DAY ? placeOf(first) : undefined;
    if (items[0]?.height !== before_height - 1) return undefined; // the tip
  }
  return undefined;
}
