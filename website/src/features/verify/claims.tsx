import type { BlockSummary, TransactionDetail } from '@cairn/api/explorer';
import { isCoinbase } from '@cairn/protocol';
import { currentConfirmations } from '../../site/confirmations.tsx';
import type { ChainView } from '../../site/chain-feed.ts';
import { knownNetwork } from '../../site/figures.ts';
import { durationText } from '../../site/formats.ts';
import type { Locale } from '../../site/locale.ts';
import { type Translations, translationsFor } from './texts.ts';
import type { Claim } from './verification.tsx';

/** The claims of a transaction's page. */
export function transactionClaims(shown: TransactionDetail, view: ChainView, locale: Locale): Claim[] {
  const translations = translationsFor(locale);
  const { t, rich, count, link } = translations;
  const { block_height: height, from_address: fromAddress } = shown;
  return [
    {
      text: t(isCoinbase({ fromAddress }) ? 'claims.coinbase' : 'claims.signed'),
      by: ['transaction', 'signature', 'reward'],
    },
    {
      text: rich('claims.placed', { height: <a href={link.block(height)}>{count(height)}</a> }),
      by: ['network', 'place', 'header', 'chain'],
    },
    ...depthClaims({ ...shown, height }, view, translations),
  ];
}

/** The claims of a block's page. */
export function blockClaims(shown: BlockSummary, view: ChainView, locale: Locale): Claim[] {
  const translations = translationsFor(locale);
  const { t } = translations;
  const network = shown.height === 0 ? view.status?.network : undefined;
  return [
    {
      text: network === undefined ? t('claims.mined') : t('claims.genesis', { network }),
      by: ['network', 'header', 'chain'],
    },
    {
      text: t('claims.contents', { count: shown.transaction_count }),
      by: ['contents', 'reward', 'transfers', 'rows'],
    },
    ...depthClaims(shown, view, translations),
  ];
}

/** The claims for the number of blocks on top, and for the cost to replace them and the page's block. */
function depthClaims(
  { confirmations, height }: { confirmations: number; height: number },
  view: ChainView,
  translations: Translations,
): Claim[] {
  const { t } = translations;
  const depth = currentConfirmations(confirmations, height, view.status?.height);
  const claims: Claim[] = [
    { text: depth <= 1 ? t('claims.newest') : t('claims.above', { count: depth - 1 }), by: ['above'] },
  ];
  const network = height === 0 ? undefined : knownNetwork(view.status?.network ?? '');
  if (network === undefined) return claims;
  if (network.retarget !== 'asert') return [...claims, { text: t('claims.costDevnet'), by: 'note' }];
  // How long the whole network would work to replace so many blocks; it follows from the blocks on top.
  const duration = durationText(translations, depth * network.blockSpacingSeconds);
  return [...claims, { text: t('claims.cost', { duration }), by: ['above'] }];
}
