import type { ComponentChildren } from 'preact';
import { durationText } from '../../site/formats.ts';
import { knownNetwork } from '../../site/figures.ts';
import { currentConfirmations } from '../../site/confirmations.tsx';
import type { ChainView } from '../../site/chain-feed.ts';
import { useTranslations, type Translations, translationsFor } from './texts.ts';
import type { Locale } from '../../site/locale.ts';
import { type IconStatus, StatusIcon } from './status-icon.tsx';
import type { ClaimId } from './verdict.tsx';

export interface Claim {
  /** True for a remark, which no step checks. */
  readonly isNote?: boolean;
  readonly id: ClaimId;
  readonly text: ComponentChildren;
}

const SAID = {
  passed: 'claims.passed',
  limited: 'claims.limited',
  failed: 'claims.failed',
  skipped: 'claims.skipped',
  waiting: undefined,
  running: undefined,
  left: undefined, // the claim's own text says it
  note: undefined,
} as const;

/**
 * The claims of a page, each below those that it depends on. An icon shows the status of each check; without JavaScript
 * there are no icons.
 */
export function Claims(props: { claims: readonly Claim[]; statuses: ReadonlyMap<ClaimId, IconStatus> }) {
  const { claims, statuses } = props;
  const { t } = useTranslations();
  return (
    <ol class="claims" aria-label={t('claims.label')}>
      {claims.map(({ id, text, isNote }) => (
        <ClaimItem key={id} text={text} status={isNote ? 'note' : (statuses.get(id) ?? 'waiting')} />
      ))}
    </ol>
  );
}

function ClaimItem({ text, status }: { text: ComponentChildren; status: IconStatus }) {
  const { t } = useTranslations();
  const said = SAID[status];
  return (
    <li class="claims__item" data-status={status}>
      <StatusIcon status={status} />
      <span>
        {text}
        {said !== undefined && <span class="c-visually-hidden">{` (${t(said)})`}</span>}
      </span>
    </li>
  );
}

/** Position of a page's block in the chain. */
interface BlockPosition {
  readonly confirmations: number;
  readonly height: number;
  readonly view: ChainView;
  readonly isLeft: boolean;
}

/** The claims of a transaction's page. */
export function transactionClaims(coinbase: boolean, position: BlockPosition, locale: Locale): Claim[] {
  const translations = translationsFor(locale);
  const { t, rich, count, link } = translations;
  const { height, isLeft } = position;
  const block = <a href={link.block(height)}>{count(height)}</a>;
  return [
    { id: 'signed', text: t(coinbase ? 'claims.coinbase' : 'claims.signed') },
    { id: 'placed', text: rich(isLeft ? 'claims.left' : 'claims.placed', { height: block }) },
    ...(isLeft ? [] : depthClaims(position, translations)),
  ];
}

/** The claims of a block's page. */
export function blockClaims(transactions: number, position: BlockPosition, locale: Locale): Claim[] {
  const translations = translationsFor(locale);
  const { t } = translations;
  const { height, isLeft, view } = position;
  const network = height === 0 ? view.status?.network : undefined;
  return [
    {
      id: 'mined',
      text: network === undefined ? t('claims.mined') : t('claims.genesis', { network }),
    },
    { id: 'contents', text: t('claims.contents', { count: transactions }) },
    ...(isLeft ? [{ id: 'placed' as const, text: t('block.left') }] : depthClaims(position, translations)),
  ];
}

/** The claims for the number of blocks on top, and for the cost to replace them and the page's block. */
function depthClaims({ confirmations, height, view }: BlockPosition, translations: Translations): Claim[] {
  const depth = currentConfirmations(confirmations, height, view.status?.height);
  const { t } = translations;
  const above = depth <= 1 ? t('claims.newest') : t('claims.above', { count: depth - 1 });
  const cost = height === 0 ? undefined : costClaim(depth, view.status?.network, translations);
  return [{ id: 'above', text: above }, ...(cost === undefined ? [] : [cost])];
}

/** How long the whole network would work to replace so many blocks; on a chain without difficulty, that anyone can. */
function costClaim(depth: number, name: string | undefined, translations: Translations): Claim | undefined {
  const network = name === undefined ? undefined : knownNetwork(name);
  if (network === undefined) return undefined;
  if (network.retarget !== 'asert')
    return { id: 'cost', text: translations.t('claims.costDevnet'), isNote: true };
  const duration = durationText(translations, depth * network.blockSpacingSeconds);
  return { id: 'cost', text: translations.t('claims.cost', { duration }) };
}
