import type { ExplorerClient } from '@cairn/api/explorer';
import { parsePebbles } from '@cairn/protocol';
import { exactTime } from '@cairn/ui';
import type { Locale } from '../../site/locale.ts';
import {
  HEIGHT,
  heroOf,
  partyOf,
  type Picture,
  pictureOf,
  shapesOf,
  type TextShape,
  WIDTH,
} from '../../site/picture.ts';
import { translationsFor } from '../../site/translations.ts';
import { escapeXml } from '../../site/xml.ts';

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

/**
 * Draws a picture as SVG, in the fonts that `server/link-preview-png.ts` loads.
 * @param page address of the page, as the code has it
 */
export function svgOf(picture: Picture, page: string): string {
  const drawn = shapesOf(picture, page).map((shape) =>
    'd' in shape
      ? `<path d="${shape.d}" transform="translate(${shape.x} ${shape.y}) scale(${shape.scale})" fill="${shape.fill}"/>`
      : `<text x="${shape.x}" y="${shape.y}" ${styleOf(shape)}${shape.isEnd ? ' text-anchor="end"' : ''}>${escapeXml(shape.text)}${
          shape.after ? `<tspan dx="24" ${styleOf(shape.after)}>${escapeXml(shape.after.text)}</tspan>` : ''
        }</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">${drawn.join('')}</svg>`;
}

const styleOf = ({ size, weight, fill }: TextShape): string =>
  `font-family="Inter" font-size="${size}" font-weight="${weight}" fill="${fill}"`;
