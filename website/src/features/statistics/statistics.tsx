import type { ExplorerStats, StatsResponse } from '@cairn/api/explorer';
import { useEffect, useRef, useState } from 'preact/hooks';
import { DEVNET_CONTROL_URL } from '../../site/config.ts';
import { indexLag, isPublic, knownNetwork, supplyOf } from '../../site/figures.ts';
import { definePage } from '../../site/island.tsx';
import { EmptyChain, FailureNotice } from '../../site/notices.tsx';
import { Page } from '../../site/page-head.tsx';
import { type Answer, statsRequest, useRequest } from '../../site/request.ts';
import { useChain } from '../../site/use-chain.ts';
import { Miners } from './miners.tsx';
import { Supply } from './supply.tsx';
import { texts, useTranslations } from './texts.ts';
import { RANGE_NAMES, type Wall, type WallParams, wallParams, wallPath, wallRequest } from './wall-data.ts';
import { ChartWall, type Go } from './wall.tsx';
import './statistics.css';

interface StatisticsProps extends WallParams {
  stats: Answer<StatsResponse>;
}

/** The chain over time as a wall of charts, its supply and its miners. */
function Statistics({ stats, ...served }: StatisticsProps) {
  const { t, link } = useTranslations();
  const { status, failure: chainFailure } = useChain();
  const [params, go] = useParams(served);
  const answer = useRequest(wallRequest(params.range));
  const wall = useKept(answer);
  const network = status && knownNetwork(status.network, status.devnet?.fork_height);
  const failed = answer.failure === undefined ? stats : answer;
  const failure = failed.failure ?? (status === undefined ? chainFailure : undefined);
  const isEmpty = status !== undefined && status.height < 0;
  const isFirst = status?.height === 0;
  const isShown = wall !== undefined || answer.failure === undefined;
  // Who mined what, only an index knows.
  const hasMiners = isShown && (wall === undefined || wall.miners !== undefined);
  return (
    <Page
      title={t('page.statistics')}
      lead={<AsOf wall={wall} />}
      actions={
        isEmpty || isFirst ? undefined : (
          <nav class="c-row c-small" aria-label={t('statistics.parts')}>
            <a href="#supply">{t('page.supply')}</a>
            {hasMiners && <a href="#miners">{t('page.miners')}</a>}
          </nav>
        )
      }
    >
      {isEmpty ? (
        <EmptyChain />
      ) : (
        <div class="c-stack c-stack--loose statistics">
          {isFirst && <FirstBlock stats={stats.data?.stats} network={status.network} />}
          {!isFirst && (
            <nav class="ranges" aria-label={t('statistics.range')}>
              <div class="c-segmented">
                {RANGE_NAMES.map((range) => (
                  <a
                    key={range}
                    class="c-segmented__option"
                    href={link.page(wallPath({ ...params, range }))}
                    title={t(`range.${range}.long`)}
                    aria-current={range === (params.range ?? wall?.range) ? 'page' : undefined}
                    onClick={go({ ...params, range })}
                  >
                    {t(`range.${range}`)}
                  </a>
                ))}
              </div>
            </nav>
          )}
          <FailureNotice of={{ ...failed, failure }} />
          {isShown && !isFirst && (
            <ChartWall
              wall={wall}
              isStale={wall !== undefined && answer.data === undefined}
              hasWork={network === undefined || isPublic(network)}
              params={params}
              go={go}
            />
          )}
          {(stats.data !== undefined || stats.failure === undefined) && (
            <Supply stats={stats.data?.stats} network={network} />
          )}
          {hasMiners && !isFirst && <Miners list={wall?.miners} />}
        </div>
      )}
    </Page>
  );
}

export default definePage({
  texts,
  params: wallParams,
  requests: () => ({ stats: statsRequest }),
  preloads: ({ range }) => [wallRequest(range)],
  head: ({ t }) => ({ title: t('page.statistics'), description: t('statistics.description') }),
  view: Statistics,
});

/** Instead of figures: what the first block has paid, and what comes next. */
function FirstBlock({ stats, network }: { stats: ExplorerStats | undefined; network: string }) {
  const { t, rich, amount, link } = useTranslations();
  return (
    <section class="c-stats c-stats--large" aria-labelledby="first-block">
      <div class="c-stat">
        <h2 class="tile__name" id="first-block">
          {t('rhythm.newest')}
        </h2>
        <p class="c-stat__value">{t('statistics.first')}</p>
        {stats !== undefined && (
          <p class="c-stat__note">
            {rich('statistics.firstText', {
              block: <a href={link.block(0)}>{t('supply.block', { height: 0 })}</a>,
              supply: amount(supplyOf(stats)),
              addresses: (
                <a href={link.page('/addresses')}>{t('statistics.addresses', { count: stats.addresses })}</a>
              ),
            })}
          </p>
        )}
        {network === 'devnet' && DEVNET_CONTROL_URL === undefined && (
          <p class="c-stat__note">
            {rich('statistics.mine', { command: <code>npx cairn-chain devnet mine</code> })}
          </p>
        )}
      </div>
    </section>
  );
}

/** Up to which block the figures of the wall count. */
function AsOf({ wall }: { wall: Wall | undefined }) {
  const { t, rich, count, link } = useTranslations();
  const { status } = useChain();
  if (wall === undefined) return <>{t('statistics.lead')}</>;
  const { height } = wall;
  const lag = status === undefined ? 0 : indexLag(status);
  return (
    <>
      {rich('statistics.asOf', {
        height: <a href={link.block(height)}>{count(height)}</a>,
      })}
      {lag > 0 && ` ${t('statistics.behind', { count: lag })}`}
      {` ${t('statistics.lead')}`}
    </>
  );
}

/** What the wall shows, kept in the URL. */
function useParams(served: WallParams): readonly [WallParams, Go] {
  const { link } = useTranslations();
  const [params, setParams] = useState<WallParams>({ range: served.range, figure: served.figure });
  useEffect(() => {
    const read = () => setParams(wallParams(new URL(location.href)));
    addEventListener('popstate', read);
    return () => removeEventListener('popstate', read);
  }, []);
  const go: Go = (next) => (event) => {
    // With a key, a link opens elsewhere.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    history.pushState(null, '', link.page(wallPath(next)));
    setParams(next);
  };
  return [params, go];
}

/** The wall, and until that of another range has loaded the one before. */
function useKept({ data, failure }: Answer<Wall>): Wall | undefined {
  const kept = useRef(data);
  if (data !== undefined || failure !== undefined) kept.current = data;
  return kept.current;
}
