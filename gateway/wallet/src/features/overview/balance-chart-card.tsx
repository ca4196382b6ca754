import { BalanceChart, Button, Card, Segmented } from '@cairn/ui';
import { type Address, parsePebbles } from '@cairn/protocol';
import { balanceSeries } from '@cairn/wallet';
import { useMemo, useState } from 'preact/hooks';
import { useSettings, useWallet, type WalletView } from '../../wallet/context.ts';
import { useTask } from '../../shared/form.tsx';
import type { AccountData } from '../../wallet/state.ts';
import { t } from './texts.ts';

/** Number of loaded transactions from which the button to load more is not shown. */
const MAX_TRANSACTIONS = 2_000;

const DAY = 86_400;

/** Ranges of the chart in seconds. */
const RANGES = { day: DAY, week: 7 * DAY, month: 30 * DAY, year: 365 * DAY, all: Infinity } as const;
type Range = keyof typeof RANGES;
const RANGE_NAMES = Object.keys(RANGES) as Range[];

/** Card with a chart of the confirmed balance over the loaded history. */
export function BalanceChartCard() {
  const { data, wallet } = useWallet();
  const { hideAmounts } = useSettings();
  const [chosen, setRange] = useState<Range | undefined>(undefined);
  const range = chosen ?? (data === undefined ? 'all' : defaultRange(data));
  const choice = (
    <Segmented
      label={t('chart.range')}
      options={RANGE_NAMES.map((value) => ({
        value,
        label: t(`chart.range.${value}`),
        name: t(`chart.rangeName.${value}`),
      }))}
      value={range}
      onChoose={setRange}
    />
  );
  return (
    <Card title={t('chart.title')} actions={hideAmounts ? undefined : choice}>
      {hideAmounts && <p class="c-muted">{t('chart.hidden')}</p>}
      {!hideAmounts && data !== undefined && (
        <Chart key={wallet.selected.address} {...{ data, range }} address={wallet.selected.address} />
      )}
    </Card>
  );
}

/**
 * The shortest range that includes all loaded transactions except the oldest, which may be much older than the others.
 */
function defaultRange({ history, readAt }: AccountData): Range {
  const second = history.confirmed.at(-2) ?? history.confirmed.at(-1);
  const age = readAt / 1000 - (second?.timestamp ?? 0);
  return RANGE_NAMES.find((name) => age <= RANGES[name]) ?? 'all';
}

function Chart({ data, address, range }: { data: AccountData; address: Address; range: Range }) {
  const { confirmed, nextCursor } = data.history;
  const { balance } = data.account;
  const complete = nextCursor === null;
  // Rounded to a minute, so that the chart is not drawn again after each answer.
  const until = Math.ceil(data.readAt / 60_000) * 60;
  const points = useMemo(
    () => balanceSeries({ address, balance: parsePebbles(balance), confirmed, complete }),
    [address, balance, confirmed, complete],
  );
  if (confirmed.length === 0) return <p class="c-muted">{t('chart.none')}</p>;
  if (points === undefined) return <p class="c-muted">{t('chart.mismatch')}</p>;
  return (
    <>
      <BalanceChart title={t('chart.title')} points={points} from={until - RANGES[range]} until={until} />
      {!complete && <LoadMore count={confirmed.length} />}
    </>
  );
}

/** Loads more of the history; nothing once the whole history is shown. */
function LoadMore({ count }: { count: number }) {
  const { model } = useWallet();
  const task = useTask();
  if (count >= MAX_TRANSACTIONS) return null;
  return (
    <div class="c-row">
      <Button size="sm" busy={task.busy} onClick={() => task.run(() => loadMore(model))}>
        {t('chart.more')}
      </Button>
      {task.error !== undefined && (
        <p class="c-field__error" role="alert">
          {t('chart.failed')}
        </p>
      )}
    </div>
  );
}

/** Number of history pages that one press of the button loads. */
const PAGES_PER_PRESS = 4;

async function loadMore(model: WalletView['model']): Promise<void> {
  for (let page = 0; page < PAGES_PER_PRESS; page++) {
    if (!(await model.history.loadOlder())) return;
  }
}
