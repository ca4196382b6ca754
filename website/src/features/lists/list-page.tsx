import { Card } from '@cairn/ui';
import type { ComponentChildren, ComponentType } from 'preact';
import { EmptyChain, FailureNotice, PastEnd } from '../../site/notices.tsx';
import { Page } from '../../site/page-head.tsx';
import type { Answer } from '../../site/request.ts';
import { PAGE_SIZE } from '../../site/url.ts';
import { neighbours, type RowNumbers } from './list-params.ts';
import { LiveList } from './live-list.tsx';
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
  waitingRows?: number | undefined;
  /** IDs of rows that have just arrived. */
  fresh?: ReadonlySet<string> | undefined;
}

interface ListPageProps<List extends Listing> {
  answer: Answer<List>;
  /** Name of the list. */
  label: string;
  /** The page's path without its query. */
  path: string;
  /** A component of the module, so that it does not change. */
  table: ComponentType<ListTableProps<List>>;
  /** Title of the card. */
  heading: (total: number) => string;
  numbers: (list: List) => RowNumbers;
  /** Text of the button, by the number of waiting rows. */
  waitingText: (count: number) => string;
  /** Beside the card's title. */
  actions?: ComponentChildren;
}

/** A page that is one list, newest first. The newest page follows the chain; a page below an anchor always has the same rows. */
export function ListPage<List extends Listing>(props: ListPageProps<List>) {
  const { answer, label, path, table: Table, heading, waitingText } = props;
  const { data, failure } = answer;
  return (
    <Page title={label}>
      <FailureNotice of={answer} />
      {data === undefined && failure === undefined && (
        <Card title={label} flush>
          <Table rows={undefined} waitingRows={PAGE_SIZE} />
        </Card>
      )}
      {data !== undefined &&
        failure?.kind !== 'index' &&
        (data.items.length > 0 ? (
          <LiveList latest={data} waitingText={waitingText}>
            {(list, fresh) => <Rows {...props} list={list} fresh={fresh} />}
          </LiveList>
        ) : (
          <Card flush>
            {data.pagination.total === 0 ? (
              <EmptyChain />
            ) : (
              <PastEnd path={path} text={heading(data.pagination.total)} />
            )}
          </Card>
        ))}
    </Page>
  );
}

interface RowsProps<List extends Listing> extends ListPageProps<List> {
  list: List;
  fresh: ReadonlySet<string>;
}

/** The rows, with what describes them: heading and footer, too, leave out rows that still wait. */
function Rows<List extends Listing>({ list, fresh, ...props }: RowsProps<List>) {
  const { label, path, table: Table, heading, numbers, actions } = props;
  const { t, count } = useTranslations();
  const rows = numbers(list);
  const { newer, older } = neighbours(path, rows);
  return (
    <Card
      title={heading(list.pagination.total)}
      flush
      actions={actions}
      footer={
        <Pager
          label={label}
          position={t('list.span', { first: count(rows.lowest), last: count(rows.highest) })}
          previous={{ href: newer, text: t('list.newer') }}
          next={{ href: older, text: t('list.older') }}
        />
      }
    >
      <Table rows={list.items} fresh={fresh} />
    </Card>
  );
}
