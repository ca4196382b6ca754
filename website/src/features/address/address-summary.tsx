import type { AddressState } from '@cairn/api/explorer';
import { type Address, parsePebbles } from '@cairn/protocol';
import { Amount, Card, QrCode, Skeleton, Timestamp } from '@cairn/ui';
import { type Stat, StatTiles } from '../../site/stat-tiles.tsx';
import { WALLET_URL } from '../../site/config.ts';
import { shareOf } from '../../site/figures.ts';
import { Later } from '../../site/later.tsx';
import { Region, type RegionProof } from '../verify/index.ts';
import type { AddressStats } from './address-stats.ts';
import { isWhole, type NewestRows, type Sighting, type Sums, sumsOf } from './rows.ts';
import { useTranslations, type Translations } from './texts.ts';

export interface AddressSummaryProps {
  address: Address;
  /** `undefined` until it loads. */
  state: AddressState | undefined;
  /** How far the state is proven. */
  proof: RegionProof;
  /** The newest part of the history. */
  rows: NewestRows | undefined;
  /** Rank and sums: the server's word. */
  stats: AddressStats | 'absent' | undefined;
}

/** Balance, rank and sums of an address, and its QR code on demand. The sums are computed where the whole history is at hand. */
export function AddressSummary({ address, state, proof, rows, stats }: AddressSummaryProps) {
  const translations = useTranslations();
  const { t } = translations;
  const whole = rows !== undefined && isWhole(rows) ? rows : undefined;
  const sums = whole ? sumsOf(whole, address) : sumsSaid(stats);
  const hasSums = state?.exists !== false && (sums !== undefined || stats !== 'absent');
  const sumsProof = whole?.isProven === true || proof !== 'proven' ? proof : 'none';
  const tiles = <StatTiles label={t('column.address')} items={statItems(sums, state, translations)} />;
  return (
    <Region proof={proof}>
      <Card flush>
        <div class="c-pad address">
          <dl aria-busy={state === undefined ? 'true' : undefined}>
            <dt class="c-small c-muted">{t('address.balance')}</dt>
            <dd class="address__balance">
              {state === undefined ? (
                <Skeleton width="medium" />
              ) : (
                <Amount value={parsePebbles(state.balance)} large />
              )}
            </dd>
            {stats !== 'absent' && (
              <dd class="c-small c-muted" data-proof="none">
                {rankText(state, stats, translations)}
              </dd>
            )}
          </dl>
          <div class="c-row">
            <details class="c-menu">
              <summary class="c-button c-button--secondary c-button--sm">{t('address.code')}</summary>
              <div class="c-popover c-popover--end">
                <Later>
                  <QrCode value={address} label={t('address.qr', { address })} />
                </Later>
              </div>
            </details>
            <PayLink address={address} />
          </div>
        </div>
        {hasSums && (sumsProof === proof ? tiles : <Region proof={sumsProof}>{tiles}</Region>)}
      </Card>
    </Region>
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

/** Rank and share of all coins, in the server's word. */
function rankText(
  state: AddressState | undefined,
  stats: AddressStats | undefined,
  { t, percent, count }: Translations,
) {
  if (state === undefined || stats === undefined) return '\u00a0';
  const share = t('address.share', { share: percent(shareOf(parsePebbles(state.balance), stats.supply)) });
  const { ranked } = stats;
  const rank = ranked && t('address.rankOf', { rank: count(ranked.rank), total: count(ranked.total) });
  return `${[rank, share].filter((part) => part !== undefined).join(' · ')} (${t('address.said')})`;
}

/** The sums that the server gives. */
function sumsSaid(stats: AddressSummaryProps['stats']): Sums | undefined {
  const ranked = stats === 'absent' ? undefined : stats?.ranked;
  return (
    ranked && {
      received: parsePebbles(ranked.total_received),
      sent: parsePebbles(ranked.total_sent),
      fees: parsePebbles(ranked.total_fees),
      count: ranked.transaction_count,
      first: { height: ranked.first_seen_height, time: ranked.first_seen_time },
      last: { height: ranked.last_seen_height, time: ranked.last_seen_time },
    }
  );
}

function statItems(
  sums: Sums | undefined,
  state: AddressState | undefined,
  translations: Translations,
): Stat[] {
  const { t, count } = translations;
  return [
    { label: t('address.received'), value: sums && <Amount value={sums.received} />, wide: true },
    {
      label: t('address.sent'),
      value: sums && <Amount value={sums.sent} />,
      note: sums ? translations.rich('ledger.fees', { amount: <Amount value={sums.fees} /> }) : '\u00a0',
      wide: true,
    },
    {
      label: t('column.transactions'),
      value: sums && count(sums.count),
      note: state && t('address.nonceHint', { count: state.nonce }),
    },
    seenItem(sums, translations),
  ];
}

/** When the address was last seen, and first. */
function seenItem(sums: Sums | undefined, { t, rich, count, link }: Translations): Stat {
  const label = t('address.lastSeen');
  const { first, last } = sums ?? {};
  if (first === undefined || last === undefined) return { label, value: undefined, note: '\u00a0' };
  const block = ({ height }: Sighting) => <a href={link.block(height)}>{count(height)}</a>;
  const age = ({ time }: Sighting) => time !== undefined && <Timestamp seconds={time} />;
  return {
    label,
    value: age(last) || block(last),
    note:
      first.height === last.height
        ? rich('address.inBlock', { height: block(last) })
        : rich('address.inBlocks', { height: block(last), first: block(first), age: age(first) }),
  };
}
