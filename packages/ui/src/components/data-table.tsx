import type { ComponentChildren, VNode } from 'preact';
import { useUiWords } from '../language/language.tsx';
import { classes } from '../lib/classes.ts';
import { Skeleton } from './skeleton.tsx';

export interface Column<Row> {
  id: string;
  header: string;
  /** Header on paper: an age on the screen is a date there. */
  paperHeader?: string | undefined;
  cell: (row: Row) => ComponentChildren;
  /** `end` for numbers and amounts. */
  align?: 'start' | 'end' | undefined;
  /** Left out where the table has less than a desktop's width. */
  wideOnly?: boolean | undefined;
  /**
   * Its place in a narrow table, whose rows have two lines without labels: `lead` opens the row, its link takes a press
   * anywhere in it, and `aside` stands opposite; `below` and `beside` are the second line's. By default it is left out.
   */
  narrow?: 'lead' | 'aside' | 'below' | 'beside' | 'hidden' | undefined;
  /** Unit after the value there, if the header does not name it: `CRN`. */
  unit?: string | undefined;
}

export interface DataTableProps<Row> {
  /** Name of the table, for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  /** Absent while they are on their way. */
  rows: readonly Row[] | undefined;
  /** Rows to keep room for until then; 5 by default. */
  waitingRows?: number | undefined;
  rowKey: (row: Row) => string | number;
  /** A class for some rows, such as those that have just arrived. */
  rowClass?: ((row: Row) => string | undefined) | undefined;
}

/**
 * A table that becomes a list of two-line rows where it has little width. The roles are spelled out because a table that
 * is laid out with another `display` loses its own.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, waitingRows = 5, rowKey, rowClass } = props;
  const cells = columns.map(cellOf);
  if (rows === undefined) return <WaitingTable {...{ caption, columns, waitingRows }} />;
  return (
    <TableFrame caption={caption} columns={columns}>
      {rows.map((row) => (
        <tr key={rowKey(row)} role="row" class={rowClass?.(row)}>
          {cells.map((cell, index) => cell(columns[index]!.cell(row)))}
        </tr>
      ))}
    </TableFrame>
  );
}

function WaitingTable<Row>(
  props: Pick<DataTableProps<Row>, 'caption' | 'columns'> & { waitingRows: number },
) {
  const { caption, columns, waitingRows } = props;
  const { loading } = useUiWords();
  const cells = columns.map(cellOf);
  return (
    <div aria-busy="true">
      <TableFrame caption={loading(caption)} columns={columns}>
        {Array.from({ length: waitingRows }, (_, index) => (
          <tr key={index} role="row">
            {columns.map(({ align, narrow }, place) =>
              cells[place]!(<Skeleton width={align === 'end' || narrow === 'lead' ? 'short' : 'medium'} />),
            )}
          </tr>
        ))}
      </TableFrame>
    </div>
  );
}

function TableFrame<Row>(props: {
  caption: string;
  columns: readonly Column<Row>[];
  children: ComponentChildren;
}) {
  return (
    <div class="c-table-frame">
      <table class="c-table" role="table">
        <caption class="c-visually-hidden">{props.caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {props.columns.map((column) => (
              <th
                key={column.id}
                scope="col"
                role="columnheader"
                class={placeOf(column)}
                data-paper={column.paperHeader}
              >
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">{props.children}</tbody>
      </table>
    </div>
  );
}

/** Makes the cells of a column. No component: a long table would have a thousand of them, and none has a state. */
function cellOf<Row>(column: Column<Row>): (children: ComponentChildren) => VNode {
  const place = placeOf(column);
  return (children) => (
    <td key={column.id} role="cell" data-unit={column.unit} class={place}>
      {children}
    </td>
  );
}

function placeOf<Row>({ align, wideOnly = false, narrow = 'hidden' }: Column<Row>): string {
  return classes(align === 'end' && 'c-table__end', wideOnly && 'c-table__wide', `c-table__${narrow}`);
}
