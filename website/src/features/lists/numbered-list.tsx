import { Card, EmptyState, LinkButton } from '@cairn/ui';
import type { ComponentChildren } from 'preact';
import { FailureNotice, PastEnd } from '../../site/notices.tsx';
import type { Answer } from '../../site/request.ts';
import { PAGE_SIZE } from '../../site/url.ts';
import { FilterBar } from './filter-bar.tsx';
import { type Filter, queryOf } from './filter.ts';
import { NumberedPager } from './pager.tsx';
import { useTranslations } from './texts.ts';

export interface NumberedListProps<Row> {
  /** Name of the list, for the navigation, and title of its card unless `title` is another one. */
  label: string;
  title?: string | undefined;
  /** The page's path without a query. */
  path: string;
  /** What of the list is shown; the reader can choose only if it is given. */
  filter?: Filter | undefined;
  /** Counted from 1. */
  page: number;
  /** `undefined` until it loads. */
  list: { readonly items: readonly Row[]; readonly pagination: { readonly total: number } } | undefined;
  /** Why it does not load is shown in the place of its rows. */
  answer?: Answer<unknown> | undefined;
  /** True if the list has at least `total` rows: how many more is not known. */
  isMinimum?: boolean | undefined;
  actions?: ComponentChildren;
  /** Shown instead of the rows of a list that has none. */
  empty?: ComponentChildren;
  /** A sentence with the number of rows in the list, for a page after the last one. */
  pastEnd: string;
  /** The table. @param rows `undefined` until they load */
  children: (rows: readonly Row[] | undefined) => ComponentChildren;
  /** Above the table. */
  above?: ComponentChildren;
  /** Below the table. */
  below?: ComponentChildren;
}

/**
 * A card with a page of a list whose page number and filter are in the URL: its rows with a pager, or why there are none. Where the
 * filter cannot be answered, the reader can choose another one.
 */
export function NumberedList<Row>(props: NumberedListProps<Row>) {
  const { label, title = label, path, filter, page, list, answer, isMinimum = false } = props;
  const { actions, empty, pastEnd, children, above, below } = props;
  const { t } = useTranslations();
  const total = list?.pagination.total ?? 0;
  const count = list?.items.length ?? 0;
  const whole = path + (filter === undefined ? '' : queryOf(filter));
  const pager = <NumberedPager {...{ label, path: whole, page, count, total, isMinimum }} />;
  const failure = list === undefined ? answer?.failure : undefined;
  const isTooLong = failure?.kind === 'refused' && failure.status === 422;
  return (
    <Card title={title} flush actions={actions} footer={total > PAGE_SIZE || isMinimum ? pager : undefined}>
      {filter !== undefined && <FilterBar path={path} filter={filter} />}
      {above}
      {failure !== undefined ? (
        isTooLong ? (
          <EmptyState title={t('filter.tooLong')}>
            <p>{t('filter.tooLongText')}</p>
          </EmptyState>
        ) : (
          <FailureNotice of={answer!} />
        )
      ) : list === undefined || count > 0 ? (
        <>
          {children(list?.items)}
          {list !== undefined && below}
        </>
      ) : total > 0 ? (
        <PastEnd path={whole} text={pastEnd} />
      ) : whole === path ? (
        (empty ?? <PastEnd path={path} text={pastEnd} />)
      ) : (
        <EmptyState
          title={t('filter.empty')}
          action={<LinkButton href={path}>{t('filter.reset')}</LinkButton>}
        />
      )}
    </Card>
  );
}
