import { formatCoins } from '@cairn/protocol';
import type { Unit } from '../../lib/settings.ts';
import { t } from '../../messages/messages.ts';

/** An exact amount as text, for those who listen: `12.5 CRN`. */
export function amountText(pebbles: bigint, unit: Unit): string {
  return unit === 'crn'
    ? `${formatCoins(pebbles, { group: true })} CRN`
    : `${pebbles} ${t('common.pebbles')}`;
}
