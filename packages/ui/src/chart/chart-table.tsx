import type { ComponentChildren } from 'preact';
import { useComponentTexts } from '../language/language.tsx';
import { useDetails } from '../lib/lazy-content.ts';
import type { ChartData } from './chart-model.ts';

/** The menu of a chart: all its values as a table, whose rows are rendered when it is opened. */
export function ChartTable(props: {
  title: string;
  data: ChartData | undefined;
  /** Above the table. */
  children?: ComponentChildren;
}) {
  const { title, data, children } = props;
  const { t } = useComponentTexts();
  const { isOpen, attributes } = useDetails();
  return (
    <details class="c-chart__data" {...attributes}>
      <summary title={t('chart.table')}>
        <span aria-hidden="true">…</span>
        <span class="c-visually-hidden">{`${t('chart.table')}: ${title}`}</span>
      </summary>
      {isOpen && children !== undefined && <div class="c-row">{children}</div>}
      {isOpen && data !== undefined && (
        // Focusable, because it scrolls and must be reachable by keyboard.
        <div class="c-chart__table" tabIndex={0} role="region" aria-label={title}>
          <ChartValues data={data} />
        </div>
      )}
    </details>
  );
}

/** A table of all values, the newest first. */
function ChartValues({ data: { xs, xLabel, xText, series } }: { data: ChartData }) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{xLabel}</th>
          {series.map(({ label }) => (
            <th scope="col" key={label}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {xs
          .map((_, index) => (
            <tr key={index}>
              <th scope="row">{xText(index)}</th>
              {series.map(({ label, text }) => (
                <td key={label}>{text(index)}</td>
              ))}
            </tr>
          ))
          .reverse()}
      </tbody>
    </table>
  );
}
