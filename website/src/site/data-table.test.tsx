import { renderToString } from 'preact-render-to-string';
import { describe, expect, it } from 'vitest';
import { DataTable } from './data-table.tsx';

describe('DataTable', () => {
  const columns = [
    {
      id: 'height',
      header: 'Height',
      narrow: 'lead' as const,
      cell: (row: { height: number }) => row.height,
    },
    { id: 'fees', header: 'Fees', align: 'end' as const, cell: () => 'none' },
  ];

  it('places each cell in the two-line rows of a phone and keeps its roles', () => {
    const html = renderToString(
      <DataTable caption="Blocks" columns={columns} rows={[{ height: 7 }]} rowKey={({ height }) => height} />,
    );
    expect(html).toContain('<td role="cell" class="c-table__lead">7');
    expect(html).toContain('<caption class="c-visually-hidden">Blocks</caption>');
    expect(html).toContain('class="c-table__end c-table__hidden"');
  });

  it('is marked as loading while it has no rows', () => {
    const html = renderToString(
      <DataTable caption="Blocks" columns={columns} rows={undefined} waitingRows={3} rowKey={String} />,
    );
    expect(html).toContain('aria-busy="true"');
    expect(html.match(/c-skeleton /g)).toHaveLength(6);
  });
});
