import type { BlockSummary } from '@cairn/api/explorer';
import { Card, Chart } from '@cairn/ui';
import { useMemo } from 'preact/hooks';
import { blockChart } from '../../charts/block-charts.ts';
import { useChartTools } from '../../figures/formats.ts';
import { useTranslations } from '../../messages/translations.ts';

/** The figures shown, each with the path of its chart over time. */
const FIGURES = [
  ['transactions', '/charts?figure=transactions&range=month'],
  ['interval', '/charts?figure=block_interval&range=month'],
] as const;

/** Charts of the newest blocks. @param blocks newest first */
export function HomeCharts({ blocks }: { blocks: readonly BlockSummary[] | undefined }) {
  const { t, link } = useTranslations();
  const tools = useChartTools();
  const charts = useMemo(() => {
    const oldestFirst = blocks?.toReversed();
    return FIGURES.map(([figure, path]) => ({
      figure,
      path,
      data: oldestFirst && blockChart(figure, oldestFirst, tools),
    }));
  }, [blocks, tools]);
  return (
    <div class="columns">
      {charts.map(({ figure, path, data }) => (
        <Card
          key={figure}
          title={t(`chart.${figure}`)}
          actions={<a href={link.page(path)}>{t('home.overTime')}</a>}
        >
          <Chart title={t(`chart.${figure}`)} data={data} height="sm" />
        </Card>
      ))}
    </div>
  );
}
