import type { ExplorerClient } from '@cairn/api/explorer';
import { parsePebbles } from '@cairn/protocol';
import { exactTime } from '@cairn/ui';
import type { Locale } from '../../site/locale.ts';
import { heroOf, partyOf, type Picture, pictureOf } from '../../site/picture.ts';
import { translationsFor } from '../../site/translations.ts';

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
    const { t, count } = translationsFor(locale);
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
    const paid = await api.getTransaction({ txid: reference }, options);
    const { from_address: fromAddress, to_address: toAddress } = paid;
    const payment = { fromAddress, toAddress, value: parsePebbles(paid.value) };
    return {
      ...pictureOf(payment, paid.network ?? '', locale),
      time: exactTime(paid.block_timestamp, { locale }),
    };
  },
  addresses: async (api, reference, locale, options) => {
    const { t } = translationsFor(locale);
    const { address, balance, network } = await api.getAddress({ address: reference }, options);
    return {
      network,
      label: t('chart.balance'),
      ...heroOf(parsePebbles(balance), locale),
      parties: [partyOf(t('column.address'), address, network)],
    };
  },
};
