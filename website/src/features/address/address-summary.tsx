import type { AddressState } from '@cairn/api/explorer';
import { type Address, parsePebbles } from '@cairn/protocol';
import { Amount, Badge, Card, QrCode, Skeleton, Timestamp } from '@cairn/ui';
import { type Stat, StatTiles } from '../../site/stat-tiles.tsx';
import { WALLET_URL } from '../../site/config.ts';
import { shareOf } from '../../site/figures.ts';
import { useTranslations, type Translations } from './texts.ts';
import type { AddressStats, Sighting } from './address-stats.ts';

export interface AddressSummaryProps {
  address: Address;
  /** `undefined` until it loads. */
  state: AddressState | undefined;
  stats: AddressStats | 'absent' | undefined;
}

/** Balance, rank and sums of an address, and its QR code. */
export function AddressSummary({ address, state, stats }: AddressSummaryProps) {
  const translations = useTranslations();
  const { t } = translations;
  return (
    <>
      <Card>
        <div class="address">
          <QrCode value={address} label={t('address.qr', { address })} />
          <dl aria-busy={state === undefined ? 'true' : undefined}>
            <dt class="c-small c-muted">{t('address.balance')}</dt>
            <dd class="address__balance">
              {state === undefined ? (
                <Skeleton width="medium" />
              ) : (
                <Amount value={parsePebbles(state.balance)} large />
              )}
              {state?.exists === false && <Badge>{t('address.unused')}</Badge>}
            </dd>
            <dd class="c-small c-muted">{shareText(state, stats, translations)}</dd>
          </dl>
          <PayLink address={address} />
        </div>
      </Card>
      {stats !== 'absent' && (
        <StatTiles label={t('address.heading')} items={statItems(stats, state, translations)} />
      )}
    </>
  );
}

/** Opens the wallet at `WALLET_URL` with the recipient filled in. */
function PayLink({ address }: { address: Address }) {
  const { t } = useTranslations();
  if (WALLET_URL === undefined) return null;
  return (
    <a
      class="c-button c-button--secondary c-button--sm needs-script"
      href={`${WALLET_URL}/#cairn:${address}`}
      target="_blank"
      rel="noopener noreferrer"
      title={t('address.sendHint')}
    >
      {t('address.send')}
    </a>
  );
}

function shareText(
  state: AddressState | undefined,
  stats: AddressSummaryProps['stats'],
  { t, percent }: Translations,
) {
  if (state === undefined || stats === undefined) return '\u00a0';
  if (stats === 'absent') return undefined;
  return t('address.share', { share: percent(shareOf(parsePebbles(state.balance), stats.supply)) });
}

function statItems(
  stats: AddressStats | undefined,
  state: AddressState | undefined,
  translations: Translations,
): Stat[] {
  const { t, count } = translations;
  const ranked = stats?.ranked;
  const summary = ranked?.summary;
  const show = (value: Stat['value']) => (stats === undefined ? undefined : (value ?? t('common.notGiven')));
  const amount = (pebbles: string | undefined) => pebbles && <Amount value={parsePebbles(pebbles)} />;
  return [
    { label: t('address.received'), value: show(amount(summary?.total_received)), wide: true },
    {
      label: t('address.sent'),
      value: show(amount(summary?.total_sent)),
      note: summary
        ? translations.rich('address.feesPaid', { amount: amount(summary.total_fees) })
        : '\u00a0',
      wide: true,
    },
    {
      label: t('address.rank'),
      value: show(ranked && t('address.rankValue', { rank: count(ranked.rank), total: count(ranked.total) })),
    },
    {
      label: t('address.count'),
      value: show(summary && count(summary.transaction_count)),
      note: state && t('address.nonceHint', { count: state.nonce }),
    },
    seenItem(t('address.firstSeen'), stats, stats?.firstSeen, translations),
    seenItem(t('address.lastSeen'), stats, stats?.lastSeen, translations),
  ];
}

function seenItem(
  label: string,
  stats: AddressStats | undefined,
  seen: Sighting | undefined,
  { t, rich, count, link }: Translations,
): Stat {
  if (stats === undefined) return { label, value: undefined, note: '\u00a0' };
  if (seen === undefined) return { label, value: t('common.notGiven') };
  return {
    label,
    value: <Timestamp seconds={seen.time} />,
    note: rich('address.inBlock', { height: <a href={link.block(seen.height)}>{count(seen.height)}</a> }),
  };
}
