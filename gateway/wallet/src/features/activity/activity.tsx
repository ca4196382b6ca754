import { Button, Card, EmptyState, Notice } from '@cairn/ui';
import { type HistoryFilter, NO_FILTER, filterHistory, isFiltering } from '@cairn/wallet';
import { useEffect, useState } from 'preact/hooks';
import { NoData, SessionNotices } from '../../shared/node-state.tsx';
import { SearchField, SelectField } from '../../shared/fields.tsx';
import { namedAccounts } from '../../shared/names.ts';
import { Screen } from '../../shared/screen.tsx';
import { useTask } from '../../shared/form.tsx';
import { useWallet } from '../../model/context.ts';
import { type AccountData, outboxOf } from '../../model/state.ts';
import { meaningOf, OutboxList, TransactionRow } from '../transfers/index.ts';
import { ExportButton } from './export-button.tsx';
import { t } from './texts.ts';
import './activity.css';

/** The history of the selected account, loaded page by page. */
export function Activity() {
  const { wallet, data } = useWallet();
  const [filter, setFilter] = useState(NO_FILTER);
  const { address } = wallet.selected;
  return (
    <Screen title={t('shell.activity')} actions={<ExportButton key={address} />}>
      <SessionNotices />
      <OutboxList lost />
      <Card flush>
        <FilterBar filter={filter} onChange={setFilter} />
        {data === undefined ? (
          <div class="c-pad">
            <NoData />
          </div>
        ) : (
          <HistoryList key={address} filter={filter} onClear={() => setFilter(NO_FILTER)} data={data} />
        )}
      </Card>
    </Screen>
  );
}

const DIRECTIONS = ['all', 'in', 'out', 'self', 'reward'] as const;

/** Filters of the history. */
export function FilterBar(props: { filter: HistoryFilter; onChange: (filter: HistoryFilter) => void }) {
  const { filter, onChange } = props;
  return (
    <div class="w-filters" role="search" aria-label={t('activity.filters')}>
      <SearchField
        label={t('activity.search')}
        value={filter.text}
        onInput={(text) => onChange({ ...filter, text })}
      />
      <SelectField
        label={t('activity.direction')}
        value={filter.direction}
        options={DIRECTIONS.map((value) => ({ value, label: t(`activity.direction.${value}`) }))}
        onChange={(direction) => onChange({ ...filter, direction })}
      />
    </div>
  );
}

/** Number of entries that the list shows at first, and that each press of the button adds. */
const ENTRIES_PER_PRESS = 25;

/** Number of pages that one press of the button searches for entries that match a filter. */
const PAGES_PER_PRESS = 10;

/** Loaded entries that match the filter, and a button for more. */
export function HistoryList(props: { data: AccountData; filter: HistoryFilter; onClear: () => void }) {
  const { data, filter, onClear } = props;
  const { state, wallet } = useWallet();
  const [count, setCount] = useState(ENTRIES_PER_PRESS);
  const { address } = wallet.selected;
  const read = [...data.history.pending, ...data.history.confirmed];
  const matching = filterHistory(read, address, filter, {
    ...wallet,
    accounts: namedAccounts(wallet),
    cancelledRecipient: (transaction) => {
      const meaning = meaningOf(transaction, outboxOf(state));
      return meaning.kind === 'cancellation' ? meaning.toAddress : undefined;
    },
  });
  const filtering = isFiltering(filter);
  useEffect(() => setCount(ENTRIES_PER_PRESS), [filter]);
  const atEnd = data.history.nextCursor === null;
  if (read.length === 0 && atEnd) {
    return <EmptyState title={t('history.none')}>{t('history.noneText')}</EmptyState>;
  }
  return (
    <>
      {filtering && (
        <div class="c-row c-row--between c-bar">
          <p role="status">{t('activity.matches', { count: matching.length, read: read.length })}</p>
          <Button size="sm" variant="ghost" onClick={onClear}>
            {t('activity.clear')}
          </Button>
        </div>
      )}
      {matching.length > 0 && (
        <ul class="c-rows c-rows--flush" aria-label={t('activity.transactions')}>
          {matching.slice(0, count).map((item) => (
            <TransactionRow key={item.id} transaction={item} />
          ))}
        </ul>
      )}
      {matching.length === 0 && <EmptyState title={t('activity.noMatch')} />}
      {atEnd && matching.length <= count ? (
        <p class="c-pad c-ruled c-faint c-small w-end">{t('activity.end')}</p>
      ) : (
        <OlderButton
          wanted={count}
          matching={matching.length}
          filtering={filtering}
          onMore={() => setCount(count + ENTRIES_PER_PRESS)}
        />
      )}
    </>
  );
}

/** Shows more entries: those that are loaded, or else older pages until there are enough. */
function OlderButton(props: { wanted: number; matching: number; filtering: boolean; onMore: () => void }) {
  const { wanted, matching, filtering, onMore } = props;
  const { model } = useWallet();
  const task = useTask();
  const missing = matching < wanted;
  const load = async (): Promise<void> => {
    const pages = filtering ? PAGES_PER_PRESS : 1;
    for (let page = 0; page < pages; page++) if (!(await model.history.loadOlder())) return;
  };
  const press = (): void => {
    onMore();
    if (matching < wanted + ENTRIES_PER_PRESS) task.run(load);
  };
  return (
    <div class="c-pad c-stack c-stack--tight">
      {task.error !== undefined && (
        <Notice tone="error" live>
          {t('activity.olderFailed')}
        </Notice>
      )}
      <Button wide busy={task.busy} onClick={press}>
        {t(filtering && missing ? 'activity.searchOlder' : 'activity.older')}
      </Button>
    </div>
  );
}
