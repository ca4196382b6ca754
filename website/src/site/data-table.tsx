import type { ComponentChildren, VNode } from 'preact';
import { useContext } from 'preact/hooks';
import { classes, LabelsContext, Skeleton, useComponentTexts } from '@cairn/ui';
import { Later } from './later.tsx';
import './data-table.css';

export interface Column<Row> {
  id: string;
  header: string;
  cell: (row: Row) => ComponentChildren;
  /** `end` for numbers and amounts. */
  align?: 'start' | 'end' | undefined;
  /** Hides the column unless the table is as wide as on a desktop. */
  wideOnly?: boolean | undefined;
  /**
   * Position in a narrow table, whose rows have two lines and no labels. First line: `lead`, whose link covers the
   * whole row, and `aside` at the other end. Second line: `below` and `beside`. Hidden by default.
   */
  narrow?: 'lead' | 'aside' | 'below' | 'beside' | 'hidden' | undefined;
  /** Unit shown after the value in a narrow table, which has no headers: `CRN`. */
  unit?: string | undefined;
}

export interface DataTableProps<Row> {
  /** Name of the table, for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  /** `undefined` while loading. */
  rows: readonly Row[] | undefined;
  /** Number of skeleton rows while loading; 5 by default. */
  waitingRows?: number | undefined;
  rowKey: (row: Row) => string | number;
  /** A class for some rows, such as those that have just arrived. */
  rowClass?: ((row: Row) => string | undefined) | undefined;
}

/**
 * A table that becomes a list of two-line rows when it is narrow. The ARIA roles are explicit because a table loses its
 * implicit ones when its `display` changes.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  return (
    <Later>
      <Table {...props} />
    </Later>
  );
}

function Table<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, waitingRows = 5, rowKey, rowClass } = props;
  const { t } = useComponentTexts();
  const cells = columns.map(cellOf);
  const isLoading = rows === undefined;
  return (
    <div class="c-table-frame" aria-busy={isLoading ? 'true' : undefined}>
      <table class="c-table" role="table">
        <caption class="c-visually-hidden">{isLoading ? t('loading', { what: caption }) : caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column) => (
              <th key={column.id} scope="col" role="columnheader" class={columnClasses(column)}>
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows?.map((row) => (
            <tr key={rowKey(row)} role="row" class={rowClass?.(row)}>
              {cells.map((cell, index) => cell(columns[index]!.cell(row)))}
            </tr>
          )) ??
            Array.from({ length: waitingRows }, (_, row) => (
              <tr key={row} role="row">
                {columns.map(({ align, narrow }, index) =>
                  cells[index]!(
                    <Skeleton width={align === 'end' || narrow === 'lead' ? 'short' : 'medium'} />,
                  ),
                )}
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  );
}

/** Renders the cells of a column. Not a component, because a long table has a thousand cells without state. */
function cellOf<Row>(column: Column<Row>): (children: ComponentChildren) => VNode {
  const className = columnClasses(column);
  return (children) => (
    <td key={column.id} role="cell" data-unit={column.unit} class={className}>
      {children}
    </td>
  );
}

function columnClasses<Row>({ align, wideOnly = false, narrow = 'hidden' }: Column<Row>): string {
  return classes(align === 'end' && 'c-table__end', wideOnly && 'c-table__wide', `c-table__${narrow}`);
}

/** The label of an identifier, for another column of a table that hides the identifier's column when it is narrow. */
export function NarrowLabel({ value }: { value: string }) {
  const label = useContext(LabelsContext)?.get(value);
  return label === undefined ? null : <bdi class="c-identifier__label c-table__narrow">{label}</bdi>;
}
