import type { ChartData } from './chart-model.ts';

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
