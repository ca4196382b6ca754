import { classifyQuery } from '../../site/classify.ts';
import { unlessAbsent } from '../../site/failure.ts';
import { request, type Request } from '../../site/request.ts';

/** A page of the chain that a search finds. Plain data, because the server passes it to the browser. */
export interface Target {
  readonly page: 'block' | 'transaction' | 'address';
  /** Height, ID or address. */
  readonly reference: string;
  /** Height of the block, or of the transaction's block. */
  readonly height?: number | undefined;
}

/**
 * Asks the API what an ID, the beginning of an ID or address, or a date names: several pages only for a beginning, none for
 * an unknown ID.
 * @returns `undefined` for a text of another form, which needs no answer
 */
export function lookup(text: string): Request<readonly Target[]> | undefined {
  const query = classifyQuery(text);
  const ask = (load: Request<readonly Target[]>['load']) => request(`search ${text.trim()}`, load);
  switch (query.kind) {
    case 'hash':
      return ask(async (api, options): Promise<Target[]> => {
        const reference = query.hash;
        const [block, transaction] = await Promise.all([
          unlessAbsent(api.getBlock({ height_or_hash: reference }, options), 'block_not_found'),
          unlessAbsent(api.getTransaction({ txid: reference }, options), 'transaction_not_found'),
        ]);
        if (block !== undefined) return [{ page: 'block', reference, height: block.block.height }];
        return transaction ? [{ page: 'transaction', reference, height: transaction.block_height }] : [];
      });
    case 'prefix':
      return ask(async (api, options) => {
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
      return ask(async (api, options) => {
        const found = await unlessAbsent(api.getBlockAt({ time: query.seconds }, options), 'block_not_found');
        const height = found?.block.height ?? 0; // before all blocks: the first one
        return [{ page: 'block', reference: String(height), height }];
      });
    default:
      return undefined;
  }
}
