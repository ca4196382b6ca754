import { Card } from '@cairn/ui';
import type { ComponentChildren, ComponentType } from 'preact';
import { useMemo } from 'preact/hooks';
import { Choice } from '../../site/choice.tsx';
import { FailureNotice } from '../../site/notices.tsx';
import { Page } from '../../site/page-head.tsx';
import type { Answer } from '../../site/request.ts';
import { ROW_CHOICES } from '../../site/url.ts';
import { CsvButton } from './csv-button.tsx';
import type { CsvTable } from './csv.ts';
import { type ListParams, listPath, neighbours } from './list-params.ts';
import { LiveListContainer, useLiveList } from './live-rows.tsx';
import { Pager } from './pager.tsx';
import { useTranslations } from './texts.ts';

/** A list whose rows have numbers that do not change while it grows at its top. */
interface Listing {
  readonly items: readonly { readonly id: string }[];
  readonly pagination: { readonly total: number };
}

export interface ListTableProps<List extends Listing> {
  /** `undefined` until they load. */
  rows: List['items'] | undefined;
  /** Number of placeholder rows until then. */
  waitingRows: number;
  /** IDs of rows that have just arrived. */
  fresh?: ReadonlySet<string> | undefined;
}

export interface ListPageProps<List extends Listing> {
  answer: Answer<List>;
  params: ListParams;
  /** Name of the list. */
  label: string;
  /** The page's path without its query. */
  path: string;
  /** A component of the module, so that it does not change. */
  table: ComponentType<ListTableProps<List>>;
  /** Title of the card. */
  heading: (total: number) => string;
  /** Numbers of the rows of a page, and of the newest and the oldest row of the list. */
  numbers: (list: List) => { highest: number; lowest: number; newest: number; oldest: number };
  /** The rows as a file. */
  csv: (items: List['items'], lowest: number, highest: number) => CsvTable;
  /** Text of the button, by the number of waiting rows. */
  waitingText: (count: number) => string;
  /** Shown instead of a page without rows. */
  nothing: (total: number) => ComponentChildren;
  /** Shown beside the choice of the number of rows. */
  children?: ComponentChildren;
}

/**
 * A page that is one list, newest first. The newest page follows the chain; a page below an anchor (`params.before`) always has
 * the same rows.
 */
export function ListPage<List extends Listing>(props: ListPageProps<List>) {
  const { answer, params, label, table: Table, nothing } = props;
  const { data, failure } = answer;
  return (
    <Page title={label}>
      <FailureNotice of={answer} />
      {data === undefined && failure === undefined && (
        <Card title={label} flush>
          <Table rows={undefined} waitingRows={params.size} />
        </Card>
      )}
      {data !== undefined &&
        failure?.kind !== 'index' &&
        (data.items.length > 0 ? (
          <Rows {...props} list={data} />
        ) : (
          <Card flush>{nothing(data.pagination.total)}</Card>
        ))}
    </Page>
  );
}

/** The rows. Heading, CSV file and footer describe only shown rows; new rows can wait behind a button. */
function Rows<List extends Listing>(props: ListPageProps<List> & { list: List }) {
  const { list, params, label, path, table: Table, heading, numbers, csv, waitingText, children } = props;
  const { t, count } = useTranslations();
  const live = useLiveList(list);
  const { items, pagination } = live.shown;
  const rows = numbers(live.shown);
  const { highest, lowest } = rows;
  const { newer, older } = neighbours(params.size, rows);
  const href = (to: ListParams | undefined) => to && listPath(path, to);
  // Memoized, because there may be a hundred rows, and the chain's status changes more often than they do.
  const table = useMemo(
    () => <Table rows={items} waitingRows={params.size} fresh={live.fresh} />,
    [items, live.fresh],
  );
  const footer = (
    <div class="c-stack c-stack--tight">
      <Pager
        label={label}
        position={t('list.span', { first: count(lowest), last: count(highest) })}
        previous={{ href: href(newer), text: t('list.newer') }}
        next={{ href: href(older), text: t('list.older') }}
      />
      <div class="c-row c-row--between">
        <span class="c-row">
          <span class="c-small c-muted" aria-hidden="true">
            {t('list.rows')}
          </span>
          <Choice
            label={t('list.rows')}
            options={ROW_CHOICES.map((size) => ({
              text: String(size),
              href: listPath(path, { ...params, size }),
              isChosen: size === params.size,
            }))}
          />
        </span>
        {children}
      </div>
    </div>
  );
  return (
    <Card
      title={heading(pagination.total)}
      flush
      actions={<CsvButton {...csv(items, lowest, highest)} />}
      footer={footer}
    >
      <LiveListContainer live={live} waitingText={waitingText}>
        {table}
      </LiveListContainer>
    </Card>
  );
}
