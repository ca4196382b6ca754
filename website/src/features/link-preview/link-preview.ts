import type { ExplorerClient } from '@cairn/api/explorer';
import { COINBASE_SENDER, parsePebbles } from '@cairn/protocol';
import { exactTime } from '@cairn/ui';
import type { Locale } from '../../site/locale.ts';
import { heroOf, partyOf, type Picture } from '../../site/picture.ts';
import { texts } from './texts.ts';

/** The picture of a shared link: reads what it shows from the API. */
type Load = (
  api: ExplorerClient,
  reference: string,
  locale: Locale,
  options: { signal: AbortSignal },
) => Promise<Picture>;

/** By the first part of the page's path. */
export const LINK_PREVIEWS: Readonly<Record<string, Load>> = {
  blocks: async (api, reference, locale, options) => {
    const { t, count } = texts.translationsFor(locale);
    const { block, network } = await api.getBlock({ height_or_hash: reference }, options);
    return {
      network,
      label: t('column.block'),
      hero: count(block.height),
      unit: t('common.transactions', { count: block.transaction_count }),
      parties: [partyOf(t('block.miner'), block.miner, network)],
      time: exactTime(block.timestamp, { locale }),
    };
  },
  transactions: async (api, reference, locale, options) => {
    const { t } = texts.translationsFor(locale);
    const paid = await api.getTransaction({ txid: reference }, options);
    const network = paid.network ?? '';
    const isReward = paid.from_address === COINBASE_SENDER;
    const to = partyOf(t('preview.to'), paid.to_address, network);
    return {
      network,
      label: t(isReward ? 'preview.reward' : 'preview.payment'),
      ...heroOf(parsePebbles(paid.value), locale),
      parties: isReward ? [to] : [partyOf(t('preview.from'), paid.from_address, network), to],
      time: exactTime(paid.block_timestamp, { locale }),
    };
  },
  addresses: async (api, reference, locale, options) => {
    const { t } = texts.translationsFor(locale);
    const { address, balance, network } = await api.getAddress({ address: reference }, options);
    return {
      network,
      label: t('chart.balance'),
      ...heroOf(parsePebbles(balance), locale),
      parties: [partyOf(t('preview.address'), address, network)],
    };
  },
};
