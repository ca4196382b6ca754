import { Icon, type IconName } from '@cairn/ui';
import type { ComponentChildren } from 'preact';
import type { ChainView } from '../../site/chain-feed.ts';
import { currentConfirmations } from '../../site/confirmations.tsx';
import { knownNetwork } from '../../site/figures.ts';
import { durationText } from '../../site/formats.ts';
import type { Locale } from '../../site/locale.ts';
import { isFar, type StepId, type StepState, type StepStatus } from './findings.ts';
import { type Translations, translationsFor, useTranslations } from './texts.ts';

/** Status of a step, or of a claim; `left` if a reorganization has removed the block, `note` for a remark. */
type IconStatus = StepStatus | 'left' | 'note';

const ICONS: Readonly<Record<IconStatus, IconName | undefined>> = {
  passed: 'check',
  limited: 'info',
  note: 'info',
  failed: 'cross',
  skipped: 'warn',
  left: 'warn',
  running: undefined,
  waiting: undefined,
};

/** The icon of a status; always shown beside its text. */
export function StatusIcon({ status }: { status: IconStatus }) {
  const icon = ICONS[status];
  return (
    <span class="verify-icon" data-status={status} aria-hidden="true">
      {icon !== undefined && <Icon name={icon} />}
    </span>
  );
}

/** What a page says, and how far its verification bears it out. */
export interface Claim {
  readonly text: ComponentChildren;
  /** The steps that check it; or `note` for a remark, `left` if a reorganization has removed the block. */
  readonly by: readonly StepId[] | 'note' | 'left';
}

/** From the worst to the best: a claim has the worst status of its steps. */
const ORDER: readonly StepStatus[] = ['failed', 'running', 'waiting', 'skipped', 'limited', 'passed'];

/** The status of a claim. @param steps none before the verification has begun */
export function statusOf({ by }: Claim, steps: readonly StepState[]): IconStatus {
  if (typeof by === 'string') return by;
  const own = steps.filter(({ id }) => by.includes(id));
  const found = new Set(own.map((step) => (isFar(step) ? 'passed' : step.status)));
  const worst = ORDER.find((status) => found.has(status)) ?? 'waiting';
  return worst === 'waiting' && steps.length > 0 ? 'running' : worst;
}

const SAID: Readonly<Partial<Record<IconStatus, 'passed' | 'limited' | 'failed' | 'skipped'>>> = {
  passed: 'passed',
  limited: 'limited',
  failed: 'failed',
  skipped: 'skipped',
};

/**
 * The claims of a page, each below those that it depends on. An icon shows the status of each check; without JavaScript
 * there are no icons.
 */
export function Claims({ claims, steps }: { claims: readonly Claim[]; steps: readonly StepState[] }) {
  const { t } = useTranslations();
  return (
    <ol class="claims" aria-label={t('claims.label')}>
      {claims.map((claim, place) => {
        const status = statusOf(claim, steps);
        const said = SAID[status];
        return (
          <li key={place} class="claims__item" data-status={status}>
            <StatusIcon status={status} />
            <span>
              {claim.text}
              {said !== undefined && <span class="c-visually-hidden">{` (${t(`claims.${said}`)})`}</span>}
            </span>
          </li>
        );
      })}
    </ol>
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
export function transactionClaims(isCoinbase: boolean, position: BlockPosition, locale: Locale): Claim[] {
  const translations = translationsFor(locale);
  const { t, rich, count, link } = translations;
  const { height, isLeft } = position;
  const block = <a href={link.block(height)}>{count(height)}</a>;
  return [
    {
      text: t(isCoinbase ? 'claims.coinbase' : 'claims.signed'),
      by: ['transaction', 'signature', 'reward'],
    },
    {
      text: rich(isLeft ? 'claims.left' : 'claims.placed', { height: block }),
      by: isLeft ? 'left' : ['network', 'place', 'header', 'chain'],
    },
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
      text: network === undefined ? t('claims.mined') : t('claims.genesis', { network }),
      by: ['network', 'header', 'chain'],
    },
    {
      text: t('claims.contents', { count: transactions }),
      by: ['contents', 'reward', 'transfers', 'rows'],
    },
    ...(isLeft ? [{ text: t('block.left'), by: 'left' as const }] : depthClaims(position, translations)),
  ];
}

/** The claims for the number of blocks on top, and for the cost to replace them and the page's block. */
function depthClaims({ confirmations, height, view }: BlockPosition, { t, ...rest }: Translations): Claim[] {
  const depth = currentConfirmations(confirmations, height, view.status?.height);
  const claims: Claim[] = [
    { text: depth <= 1 ? t('claims.newest') : t('claims.above', { count: depth - 1 }), by: ['above'] },
  ];
  const network = height === 0 ? undefined : knownNetwork(view.status?.network ?? '');
  if (network === undefined) return claims;
  if (network.retarget !== 'asert') return [...claims, { text: t('claims.costDevnet'), by: 'note' }];
  // How long the whole network would work to replace so many blocks; it follows from the blocks on top.
  const duration = durationText({ t, ...rest }, depth * network.blockSpacingSeconds);
  return [...claims, { text: t('claims.cost', { duration }), by: ['above'] }];
}
