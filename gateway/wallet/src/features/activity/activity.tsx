import { Button, Card } from '@cairn/ui';
import { NO_FILTER } from '@cairn/wallet';
import { useState } from 'preact/hooks';
import { NoData } from '../../shared/data-state.tsx';
import { OutboxList } from '../transfers/index.ts';
import { Screen } from '../../shared/screen.tsx';
import { SessionNotices } from '../../shared/session-notices.tsx';
import { WalletIcon } from '../../shared/wallet-icon.tsx';
import { useWallet } from '../../wallet/context.ts';
import { useFocusOnChange } from '../../shared/use-focus-on-change.ts';
import { ExportCard } from './export-card.tsx';
import { FilterBar } from './filter-bar.tsx';
import { HistoryList } from './history-list.tsx';
import { t } from './texts.ts';
import './activity.css';

/** The history of the selected account, loaded page by page. */
export function Activity() {
  const { wallet, data } = useWallet();
  const [filter, setFilter] = useState(NO_FILTER);
  const [exporting, setExporting] = useState(false);
  const { address } = wallet.selected;
  const opener = useFocusOnChange(exporting);
  return (
    <Screen
      title={t('activity.title')}
      actions={
        <div ref={opener}>
          <Button disabled={exporting || data === undefined} onClick={() => setExporting(true)}>
            <WalletIcon name="download" /> {t('export.open')}
          </Button>
        </div>
      }
    >
      <SessionNotices />
      <OutboxList settled />
      {exporting && <ExportCard key={address} onClose={() => setExporting(false)} />}
      <Card title={t('activity.transactions')} flush>
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
