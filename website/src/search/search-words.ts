import type { ExplorerStatus } from '@cairn/api/explorer';
import { exactTime } from '@cairn/ui';
import type { Words } from '../messages/words.ts';
import type { SearchQuery } from './classify.ts';

type Unknown = Extract<SearchQuery, { kind: 'unknown' }>;

/** Why a text leads nowhere, in the page's language. */
export function problemText({ problem }: Unknown, { t }: Words): string {
  return t(`search.${problem}`);
}

/** Description of a query's kind; `undefined` for one that is empty or leads nowhere. */
export function kindText(
  query: SearchQuery,
  status: ExplorerStatus | undefined,
  { t, locale }: Words,
): string | undefined {
  switch (query.kind) {
    case 'height':
      return status !== undefined && query.height > status.height && status.height >= 0
        ? t('search.heightAbove', { height: query.height, tip: status.height })
        : t('search.height', { height: query.height });
    case 'hash':
      return t('search.hash');
    case 'address':
      return isForeign(query, status)
        ? t('search.otherNetwork', { network: query.network, shown: status!.network })
        : t('search.address', { network: query.network });
    case 'date':
      return t('search.date', { time: exactTime(query.seconds, { locale, zone: 'utc' }) });
    default:
      return undefined;
  }
}

/** Whether a query is an address of another network than the explorer shows. */
export function isForeign(query: SearchQuery, status: ExplorerStatus | undefined): boolean {
  return query.kind === 'address' && status !== undefined && query.network !== status.network;
}
