import { createHash } from 'node:crypto';
import type { ExplorerClient } from '@cairn/api/explorer';
import { formatCoins, parsePebbles } from '@cairn/protocol';
import { exactTime, numberText } from '@cairn/ui';
import type { APIRoute } from 'astro';
import { type Locale, localeOfPath } from '../../../site/locale.ts';
import { texts as addressTexts } from '../../../features/address/texts.ts';
import { texts as blockTexts } from '../../../features/block/texts.ts';
import { texts as statisticsTexts } from '../../../features/statistics/texts.ts';
import { texts as transactionTexts } from '../../../features/transaction/texts.ts';
import { drawLinkPreview, type LinkPreview } from '../../../features/link-preview/draw.ts';
import { request } from '../../../site/request.ts';
import { loadOnServer } from '../../../site/server.ts';

/** Loads the texts of a link preview from the API. */
type LoadContents = (
  api: ExplorerClient,
  reference: string,
  locale: Locale,
  options: { signal: AbortSignal },
) => Promise<LinkPreview>;

const NOT_FOUND = new Response(null, { status: 404 });

/** An amount in the notation of the language: `1,234.5 CRN`. */
function coins(pebbles: string, locale: string): string {
  const [whole = '', fraction] = formatCoins(parsePebbles(pebbles)).split('.');
  const point = locale === 'de' ? ',' : '.';
  return `${numberText(BigInt(whole), locale)}${fraction === undefined ? '' : point + fraction} CRN`;
}

const CONTENTS: Readonly<Record<string, LoadContents>> = {
  blocks: async (api, reference, locale, options) => {
    const { t, count } = blockTexts.translationsFor(locale);
    const { block, network } = await api.getBlock({ height_or_hash: reference }, options);
    return {
      heading: t('block.heading', { height: count(block.height) }),
      identifier: block.id,
      facts: [
        { label: t('block.transactions'), value: count(block.transaction_count) },
        { label: t('block.fees'), value: coins(block.total_fees, locale) },
        { label: t('block.time'), value: exactTime(block.timestamp, { locale }) },
      ],
      network,
    };
  },
  transactions: async (api, reference, locale, options) => {
    const { t, count } = transactionTexts.translationsFor(locale);
    const transaction = await api.getTransaction({ txid: reference }, options);
    return {
      heading: t('transaction.heading'),
      identifier: transaction.id,
      facts: [
        { label: t('transaction.amount'), value: coins(transaction.value, locale) },
        { label: t('column.block'), value: count(transaction.block_height) },
        { label: t('block.time'), value: exactTime(transaction.block_timestamp, { locale }) },
      ],
      network: transaction.network ?? '',
    };
  },
  miners: async (api, reference, locale, options) => {
    const { t, count } = statisticsTexts.translationsFor(locale);
    const { address, blocks, rewards, fees, network } = await api.getMiner({ address: reference }, options);
    return {
      heading: t('miner.heading'),
      identifier: address,
      facts: [
        { label: t('miner.mined'), value: count(blocks) },
        { label: t('miner.rewards'), value: coins(rewards, locale) },
        { label: t('miner.fees'), value: coins(fees, locale) },
      ],
      network,
    };
  },
  addresses: async (api, reference, locale, options) => {
    const { t, count } = addressTexts.translationsFor(locale);
    const { address, balance, nonce, network } = await api.getAddress({ address: reference }, options);
    return {
      heading: t('address.heading'),
      identifier: address,
      facts: [
        { label: t('address.balance'), value: coins(balance, locale) },
        { label: t('address.nonce'), value: count(nonce) },
      ],
      network,
    };
  },
};

/**
 * The link preview of a block, transaction, address or miner as SVG, which server/link-preview-png.ts converts to PNG.
 * Status 404 for an unknown item or an invalid reference, 503 for any other failure.
 */
export const GET: APIRoute = async ({ params, url }) => {
  const loadContents = CONTENTS[params['kind'] ?? ''];
  if (loadContents === undefined) return NOT_FOUND.clone();
  const locale = localeOfPath(url.pathname);
  const response = { headers: new Headers(), status: 200 };
  const asked = request('preview', (api, options) =>
    loadContents(api, params['reference'] ?? '', locale, options),
  );
  const preview = (await loadOnServer({ url, response }, [asked])).answerTo(asked);
  if (preview === undefined) return new Response(null, { status: 503 });
  if ('failure' in preview) {
    const isUnknown = ['not_found', 'invalid'].includes(preview.failure.kind);
    return new Response(null, { status: isUnknown ? 404 : 503 });
  }
  const svg = drawLinkPreview(preview.data);
  const tag = createHash('sha256').update(svg).digest('base64url').slice(0, 22);
  return new Response(svg, { headers: { 'content-type': 'image/svg+xml', etag: `"${tag}"` } });
};
