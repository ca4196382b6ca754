import { SERIES_FIGURES, type Series, type SeriesFigure } from '@cairn/api/explorer';
import { Card, Chart, EmptyState, PageHead, useUnitName } from '@cairn/ui';
import { useMemo } from 'preact/hooks';
import { chainStatus, explorer } from '../../site/api.ts';
import { Choice } from '../../site/choice.tsx';
import { FailureNotice, NodeNotice } from '../../site/notices.tsx';
import { AMOUNT_FIGURES } from '../../site/figures.ts';
import { useChartTools } from '../../site/formats.ts';
import type { Initial } from '../../site/page-context.ts';
import { island } from '../../site/island.tsx';
import { useChain, useChange, useRecovery } from '../../site/use-chain.ts';
import { useResource } from '../../site/resource.ts';
import { saveSeries, SaveButton } from '../lists/index.ts';
import { translationsFor, useTranslations } from './texts.ts';
import {
  CHART_RANGES,
  chartPath,
  chartsParams,
  seriesChart,
  seriesOf,
  stepsOf,
  type ChartParams,
  type ChartRange,
} from './series.ts';

export interface ChartsProps extends ChartParams {
  initial?: Initial<{ series: Series }> | undefined;
}

const RANGE_NAMES = Object.keys(CHART_RANGES) as ChartRange[];

/** Chart of one figure over time. Figure, range and step are in the URL, so that a copied link shows the same chart. */
function Charts({ initial, ...params }: ChartsProps) {
  const { figure, range, step } = params;
  const translations = useTranslations();
  const { t, link } = translations;
  const view = useChain();
  const { status } = view;
  const ask = (signal: AbortSignal) => explorer.getSeries(seriesOf(params), { signal });
  const series = useResource(ask, chartPath(params), initial?.series);
  useChange(status && `${status.index.state} ${status.index.indexed_height}`, series.retry);
  useRecovery(series.failure, view, series.retry);
  const { failure, data } = series;
  return (
    <div class="c-stack c-stack--loose">
      <PageHead title={t('charts.title')}>{t('charts.lead')}</PageHead>
      <NodeNotice view={view} onRetry={chainStatus.retry} />
      <div class="chart-choice">
        <Choice
          label={t('charts.figure')}
          options={SERIES_FIGURES.map((one) => ({
            text: t(`charts.${one}`),
            href: link.page(chartPath({ ...params, figure: one })),
            isChosen: one === figure,
          }))}
        />
        <Choice
          label={t('charts.range')}
          options={RANGE_NAMES.map((one) => ({
            text: t(`charts.${one}`),
            href: link.page(chartPath({ ...params, range: one })),
            isChosen: one === range,
          }))}
        />
        <Choice
          label={t('charts.step')}
          options={stepsOf(range).map((one) => ({
            text: t(`charts.step.${one}`),
            href: link.page(chartPath({ ...params, step: one })),
            isChosen: one === step,
          }))}
        />
      </div>
      {failure !== undefined && (
        <FailureNotice failure={failure} onRetry={series.retry} retrying={series.loading} status={status} />
      )}
      {data?.values.length === 0 ? (
        <EmptyState title={t('charts.empty')}>{t('charts.emptyText')}</EmptyState>
      ) : (
        (failure === undefined || data !== undefined) && <SeriesCard figure={figure} series={data} />
      )}
    </div>
  );
}

function SeriesCard({ figure, series }: { figure: SeriesFigure; series: Series | undefined }) {
  const { t } = useTranslations();
  const tools = useChartTools();
  const unitName = useUnitName();
  const data = useMemo(() => series && seriesChart(series, tools), [series, tools]);
  const title = t(`charts.${figure}`);
  return (
    <Card
      title={AMOUNT_FIGURES.has(figure) ? t('chart.titleIn', { title, unit: unitName }) : title}
      actions={
        series !== undefined && (
          <SaveButton label={t('charts.csv')} title={t('charts.csvHint')} save={() => saveSeries(series)} />
        )
      }
    >
      <div class="c-stack">
        <p class="c-small c-muted">{t(`charts.note.${figure}`)}</p>
        <Chart title={title} data={data} height="lg" />
      </div>
    </Card>
  );
}

export default island(Charts, {
  params: chartsParams,
  title: (_props, locale) => translationsFor(locale).t('charts.title'),
});
