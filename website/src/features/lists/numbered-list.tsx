import { Card } from '@cairn/ui';
import type { ComponentChildren } from 'preact';
import { PastEnd } from '../../site/notices.tsx';
import { PAGE_SIZE } from '../../site/url.ts';
import { NumberedPager } from './pager.tsx';

export interface NumberedListProps<Row> {
  /** Name of the list, for the navigation, and title of its card unless `title` is another one. */
  label: string;
  title?: string | undefined;
  /** The page's path without the number. */
  path: string;
  /** Counted from 1. */
  page: number;
  /** `undefined` until it loads. */
  list: { readonly items: readonly Row[]; readonly pagination: { readonly total: number } } | undefined;
  /** True if the list has at least `total` rows: how many more is not known. */
  isMinimum?: boolean | undefined;
  actions?: ComponentChildren;
  /** Shown instead of the rows of a list that has none. */
  empty?: ComponentChildren;
  /** A sentence with the number of rows in the list, for a page after the last one. */
  pastEnd: string;
  /** The table. @param rows `undefined` until they load */
  children: (rows: readonly Row[] | undefined) => ComponentChildren;
  /** Above the table, and in the place of one without rows too. */
  above?: ComponentChildren;
  /** Below the table. */
  below?: ComponentChildren;
}

/** A card with a page of a list whose page number is in the URL: its rows with a pager, or why there are none. */
export function NumberedList<Row>(props: NumberedListProps<Row>) {
  const {
    label,
    title = label,
    path,
    page,
    list,
    isMinimum = false,
    actions,
    empty,
    pastEnd,
    children,
    above,
    below,
  } = props;
  const total = list?.pagination.total ?? 0;
  const count = list?.items.length ?? 0;
  const pager = <NumberedPager {...{ label, path, page, count, total, isMinimum }} />;
  return (
    <Card title={title} flush actions={actions} footer={total > PAGE_SIZE || isMinimum ? pager : undefined}>
      {above}
      {list === undefined || count > 0 ? (
        <>
          {children(list?.items)}
          {list !== undefined && below}
        </>
      ) : (
        (total === 0 && empty) || <PastEnd path={path} text={pastEnd} />
      )}
    </Card>
  );
}
