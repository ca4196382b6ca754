import { classifyQuery } from '../../site/classify.ts';
import type { Locale } from '../../site/locale.ts';
import { queryProblemText } from '../../site/query-problem.ts';
import { translationsFor } from './texts.ts';

/**
 * Why a text is not an address of this explorer's network; `undefined` if no reason is known.
 * @param network the explorer's network, once known
 */
export function explainInvalid(
  text: string,
  network: string | undefined,
  locale: Locale,
): string | undefined {
  const query = classifyQuery(text);
  const { t } = translationsFor(locale);
  if (query.kind === 'address')
    return t('address.otherNetwork', {
      network: query.network,
      shown: network ?? t('address.anotherNetwork'),
    });
  return query.kind === 'unknown' ? queryProblemText(query.problem, locale) : undefined;
}
