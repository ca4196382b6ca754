import type { ExplorerClient } from '@cairn/api/explorer';
import { COINBASE_SENDER, DEVNET_NAMES, parsePebbles } from '@cairn/protocol';
import { amountText, exactTime } from '@cairn/ui';
import type { Locale } from '../../site/locale.ts';
import type { Picture } from './draw.ts';
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
      parties: [party(t('block.miner'), block.miner, network, locale)],
      time: exactTime(block.timestamp, { locale }),
    };
  },
  transactions: async (api, reference, locale, options) => {
    const { t } = texts.translationsFor(locale);
    const paid = await api.getTransaction({ txid: reference }, options);
    const network = paid.network ?? '';
    const isReward = paid.from_address === COINBASE_SENDER;
    const to = party(t('preview.to'), paid.to_address, network, locale);
    return {
      network,
      label: t(isReward ? 'preview.reward' : 'preview.payment'),
      ...coins(paid.value, locale),
      parties: isReward ? [to] : [party(t('preview.from'), paid.from_address, network, locale), to],
      time: exactTime(paid.block_timestamp, { locale }),
    };
  },
  addresses: async (api, reference, locale, options) => {
    const { t } = texts.translationsFor(locale);
    const { address, balance, network } = await api.getAddress({ address: reference }, options);
    return {
      network,
      label: t('chart.balance'),
      ...coins(balance, locale),
      parties: [party(t('preview.address'), address, network, locale)],
    };
  },
};

/** An amount in the notation of the language. */
function coins(pebbles: string, locale: Locale): Pick<Picture, 'hero' | 'unit'> {
  const [hero = '', unit = ''] = amountText(parsePebbles(pebbles), locale).split('\u00A0');
  return { hero, unit };
}

/** An address by the name that devnet gives it, otherwise by its ends. */
function party(role: string, address: string, network: string, locale: Locale): Picture['parties'][number] {
  const name = network === 'devnet' ? DEVNET_NAMES.get(address) : undefined;
  return { role, address, name: name ?? texts.translationsFor(locale).shortReference(address) };
}
