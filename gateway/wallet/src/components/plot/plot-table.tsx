import type { BalancePoint } from '@cairn/wallet';
import { t } from '../../messages/messages.ts';
import { Amount } from '../amount.tsx';
import { Moment } from '../moment.tsx';

/** The values of a line as a table, newest first. */
export function PlotTable({ points }: { points: readonly BalancePoint[] }) {
  return (
    <details class="w-plot__values">
      <summary class="c-small">{t('plot.table')}</summary>
      <div class="w-plot__scroll" tabIndex={0} role="region" aria-label={t('plot.table')}>
        <table class="w-plot__table">
          <caption class="c-visually-hidden">{t('plot.tablePart', { count: points.length })}</caption>
          <thead>
            <tr>
              <th scope="col">{t('plot.time')}</th>
              <th scope="col">{t('plot.balance')}</th>
            </tr>
          </thead>
          <tbody>
            {points.toReversed().map(({ time, balance }, index) => (
              <tr key={index}>
                <td>
                  <Moment seconds={time} exact />
                </td>
                <td>
                  <Amount value={balance} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
