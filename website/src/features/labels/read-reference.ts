import { classifyQuery } from '../../site/classify.ts';
import { otherNetworkText, queryProblemText } from '../../site/query-problem.ts';
import type { Translations } from './texts.ts';
import type { Watched } from './watching.ts';

/** The whole address or transaction ID of a pasted text; otherwise why it is none. @param network of the chain, once it is known */
export function readReference(
  text: string,
  network: string | undefined,
  { t, locale }: Translations,
): Watched | string {
  const query = classifyQuery(text);
  if (query.kind === 'hash') return { type: 'tx', ref: query.hash };
  if (query.kind === 'address')
    return network === undefined || network === query.network
      ? { type: 'addr', ref: query.address }
      : otherNetworkText(query.network, network, locale);
  const isOther = query.kind !== 'unknown' || query.problem === 'unknown';
  return isOther ? t('add.whole') : queryProblemText(query.problem, locale);
}
