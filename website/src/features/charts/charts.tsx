import { SERIES_FIGURES, type Series, type SeriesFigure } from '@cairn/api/explorer';
import { Button, Card, Chart, EmptyState, Icon, useUnitName } from '@cairn/ui';
import { Page } from '../../site/page-head.tsx';
import { useMemo, useState } from 'preact/hooks';
import type { Answer } from '../../site/request.ts';
import { Choice, StatisticsNav } from '../../site/choice.tsx';
import { FailureNotice } from '../../site/notices.tsx';
import { AMOUNT_FIGURES } from '../../site/figures.ts';
import { useChartTools } from '../../site/formats.ts';
import { definePage } from '../../site/island.tsx';
import { texts, useTranslations } from './texts.ts';
import {
  CHART_RANGES,
  chartPath,
  chartsParams,
  seriesChart,
  seriesRequest,
  type ChartParams,
  type ChartRange,
} from './series.ts';

const RANGE_NAMES = Object.keys(CHART_RANGES) as ChartRange[];

/** Chart of one figure over time. Figure and range are in the URL, so that a copied link shows the same chart. */
function Charts({ figure, range, series }: ChartParams & { series: Answer<Series> }) {
  const translations = useTranslations();
  const { t, link } = translations;
  const { failure, data } = series;
  return (
    <Page title={t('page.charts')} lead={t('charts.lead')} actions={<StatisticsNav here="charts" />}>
      <div class="c-stack c-stack--tight">
        <Choice
          label={t('charts.figure')}
          options={SERIES_FIGURES.map((one) => ({
            text: t(`charts.${one}`),
            href: link.page(chartPath({ figure: one, range })),
            isChosen: one === figure,
          }))}
        />
        <Choice
          label={t('charts.range')}
          options={RANGE_NAMES.map((one) => ({
            text: t(`charts.${one}`),
            href: link.page(chartPath({ figure, range: one })),
            isChosen: one === range,
          }))}
        />
      </div>
      <FailureNotice of={series} />
      {data?.values.length === 0 ? (
        <EmptyState title={t('charts.empty')}>{t('charts.emptyText')}</EmptyState>
      ) : (
        (failure === undefined || data !== undefined) && <SeriesCard figure={figure} series={data} />
      )}
    </Page>
  );
}

function SeriesCard({ figure, series }: { figure: SeriesFigure; series: Series | undefined }) {
  const { t } = useTranslations();
  const tools = useChartTools();
  const unitName = useUnitName();
  const data = useMemo(() => series && seriesChart(series, tools), [series, tools]);
  const title = t(`charts.${figure}`);
  return (
    <Card title={AMOUNT_FIGURES.has(figure) ? t('chart.titleIn', { title, unit: unitName }) : title}>
      <div class="c-stack">
        <p class="c-small c-muted">{t(`charts.note.${figure}`)}</p>
        <Chart title={title} data={data} height="lg">
          {series !== undefined && <CsvButton series={series} />}
        </Chart>
      </div>
    </Card>
  );
}

/** Saves the values of a chart as a file; says so if its script does not load. */
function CsvButton({ series }: { series: Series }) {
  const { t } = useTranslations();
  const [failed, setFailed] = useState(false);
  const save = async () => {
    try {
      (await import('./series-csv.ts')).saveSeries(series);
      setFailed(false);
    } catch {
      setFailed(true);
    }
  };
  return (
    <span class="c-row c-small needs-script">
      <Button size="sm" title={t('charts.csvHint')} onClick={() => void save()}>
        <Icon name="download" />
        {t('charts.csv')}
      </Button>
      <span role="status">{failed && t('charts.csvFailed')}</span>
    </span>
  );
}

export default definePage({
  texts,
  params: chartsParams,
  requests: (chart) => ({ series: seriesRequest(chart) }),
  head: ({ t }) => ({ title: t('page.charts'), description: t('charts.description') }),
  view: Charts,
});
