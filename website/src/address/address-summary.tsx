import type { AddressState } from '@cairn/api/explorer';
import { type Address, parsePebbles } from '@cairn/protocol';
import {
  Amount,
  Badge,
  Button,
  Card,
  Icon,
  Skeleton,
  type Stat,
  StatTiles,
  Timestamp,
  useCopy,
  useComponentTexts,
} from '@cairn/ui';
import { WALLET_URL } from '../config.ts';
import { shareOf } from '../figures/coins.ts';
import { useWords } from '../messages/context.tsx';
import type { Words } from '../messages/words.ts';
import { AddressCode } from './address-code.tsx';
import type { Standing } from './use-standing.ts';

export interface AddressSummaryProps {
  address: Address;
  /** Its code for cameras, where the server encoded it. */
  code: string | undefined;
  /** Absent while it is on its way. */
  state: AddressState | undefined;
  standing: Standing | 'absent' | undefined;
}

/** Balance, rank and sums of an address, and its QR code. */
export function AddressSummary({ address, code, state, standing }: AddressSummaryProps) {
  const words = useWords();
  const { t } = words;
  return (
    <>
      <Card>
        <div class="address">
          <AddressCode address={address} code={code} />
          <dl class="address__facts" aria-busy={state === undefined ? 'true' : undefined}>
            <div>
              <dt class="flow__label">{t('address.balance')}</dt>
              <dd class="address__balance">
                {state === undefined ? (
                  <Skeleton width="medium" />
                ) : (
                  <Amount value={parsePebbles(state.balance)} large />
                )}
              </dd>
              <dd class="address__share">{shareText(state, standing, words)}</dd>
            </div>
            <div>
              <dt class="flow__label">{t('address.nonce')}</dt>
              <dd class="address__nonce">{nonceText(state, words)}</dd>
              {state?.exists === true && (
                <dd class="address__share address__sent">{t('address.nonceHint', { count: state.nonce })}</dd>
              )}
            </div>
          </dl>
          <PayButton address={address} />
        </div>
      </Card>
      {standing !== 'absent' && (
        <StatTiles label={t('address.heading')} items={standingItems(standing, words)} />
      )}
    </>
  );
}

const COPY_ICONS = { idle: 'copy', done: 'check', failed: 'cross' } as const;

/**
 * The ways to pay this address: the wallet that the site leads to, with the recipient filled in, and a request to be put
 * into any other, since no program answers a link to `cairn:`.
 */
function PayButton({ address }: { address: Address }) {
  const { t } = useWords();
  const words = useComponentTexts();
  const request = `cairn:${address}`;
  const { state, copy } = useCopy(request);
  const spoken = { idle: '', done: words.copied, failed: words.copyFailed }[state];
  return (
    <div class="address__pay">
      {WALLET_URL !== undefined && (
        <a
          class="c-button c-button--secondary c-button--sm"
          href={`${WALLET_URL}/#${request}`}
          target="_blank"
          rel="noopener noreferrer"
          title={t('address.sendHint')}
        >
          {t('address.send')}
        </a>
      )}
      <Button size="sm" title={t('address.payHint', { request })} onClick={copy}>
        <Icon name={COPY_ICONS[state]} />
        <span class="address__pay-words">
          <span class={state === 'idle' ? undefined : 'address__pay-idle'}>{t('address.pay')}</span>
          <span role="status">{spoken}</span>
        </span>
      </Button>
    </div>
  );
}

function nonceText(state: AddressState | undefined, { t, count }: Words) {
  if (state === undefined) return <Skeleton width="short" />;
  return state.exists ? count(state.nonce) : <Badge>{t('address.unused')}</Badge>;
}

function shareText(
  state: AddressState | undefined,
  standing: AddressSummaryProps['standing'],
  { t, percent }: Words,
) {
  if (state === undefined || standing === undefined) return '\u00a0';
  if (standing === 'absent') return undefined;
  return t('address.share', { share: percent(shareOf(parsePebbles(state.balance), standing.supply)) });
}

function standingItems(standing: Standing | undefined, words: Words): Stat[] {
  const { t, count } = words;
  const ranked = standing?.ranked;
  const summary = ranked?.summary;
  const show = (value: Stat['value']) =>
    standing === undefined ? undefined : (value ?? t('common.notGiven'));
  const amount = (pebbles: string | undefined) => pebbles && <Amount value={parsePebbles(pebbles)} />;
  return [
    { label: t('address.received'), value: show(amount(summary?.total_received)), wide: true },
    {
      label: t('address.sent'),
      value: show(amount(summary?.total_sent)),
      note: summary ? words.rich('address.feesPaid', { amount: amount(summary.total_fees) }) : '\u00a0',
      wide: true,
    },
    {
      label: t('address.rank'),
      value: show(ranked && t('address.rankValue', { rank: count(ranked.rank), total: count(ranked.total) })),
    },
    {
      label: t('address.count'),
      value: show(summary && count(summary.transaction_count)),
    },
    seenItem(t('address.firstSeen'), standing, standing?.firstSeen, summary?.first_seen_height, words),
    seenItem(t('address.lastSeen'), standing, standing?.lastSeen, summary?.last_seen_height, words),
  ];
}

function seenItem(
  label: string,
  standing: Standing | undefined,
  time: number | undefined,
  height: number | undefined,
  { t, rich, count, link }: Words,
): Stat {
  if (standing === undefined) return { label, value: undefined, note: '\u00a0' };
  if (time === undefined || height === undefined) return { label, value: t('common.notGiven') };
  return {
    label,
    value: <Timestamp seconds={time} />,
    note: rich('address.inBlock', { height: <a href={link.block(height)}>{count(height)}</a> }),
  };
}
