import { useComponentTexts } from '../language/component-texts.ts';
import { useDetails } from '../lib/lazy-content.ts';
import type { ChartData } from './chart-model.ts';

/** The menu of a chart: all its values as a table, whose rows are rendered when it is opened. */
export function ChartTable({ title, data }: { title: string; data: ChartData | undefined }) {
  const { t } = useComponentTexts();
  const { isOpen, attributes } = useDetails();
  return (
    <details class="c-chart__data" {...attributes}>
      <summary title={t('chart.table')}>
        <span aria-hidden="true">…</span>
        <span class="c-visually-hidden">{`${t('chart.table')}: ${title}`}</span>
      </summary>
      {isOpen && data !== undefined && <ChartValues title={title} data={data} />}
    </details>
  );
}

/** A table of all values, the newest first. Focusable, because it scrolls and must be reachable by keyboard. */
export function ChartValues({ title, data }: { title: string; data: ChartData }) {
  const { xs, xLabel, xText, label, text } = data;
  return (
    <div class="c-chart__table" tabIndex={0} role="region" aria-label={title}>
      <table>
        <thead>
          <tr>
            <th scope="col">{xLabel}</th>
            <th scope="col">{label}</th>
          </tr>
        </thead>
        <tbody>
          {xs
            .map((_, index) => (
              <tr key={index}>
                <th scope="row">{xText(index)}</th>
                <td>{text(index)}</td>
              </tr>
            ))
            .reverse()}
        </tbody>
      </table>
    </div>
  );
}
