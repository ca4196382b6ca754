import { Button, Card, EmptyState, Notice } from '@cairn/ui';
import { useEffect, useState } from 'preact/hooks';
import { AccountSwitcher } from '../components/account-switcher.tsx';
import { NoData } from '../components/no-data.tsx';
import { OutboxList } from '../components/outbox-list.tsx';
import { Screen } from '../components/screen.tsx';
import { SessionNotices } from '../components/session-notices.tsx';
import { TransactionRow } from '../components/transaction-row.tsx';
import { useWallet, type WalletView } from '../lib/context.ts';
import { useTask } from '../lib/use-task.ts';

/** Entries that are shown at first, and that each press adds. */
const STEP = 25;

/** The whole history of the selected account, as far back as one asks. */
export function Activity() {
  const view = useWallet();
  return (
    <Screen title="Activity">
      <SessionNotices />
      <OutboxList />
      <Card title="Transactions" actions={<AccountSwitcher />} flush>
        {view.data === undefined ? (
          <div class="w-pad">
            <NoData />
          </div>
        ) : (
          <History key={view.wallet.selected.address} view={view} data={view.data} />
        )}
      </Card>
    </Screen>
  );
}

function History({ view, data }: { view: WalletView; data: NonNullable<WalletView['data']> }) {
  const [count, setCount] = useState(STEP);
  const { pending, confirmed, nextCursor } = data.history;
  const shown = confirmed.slice(0, count);
  const more = confirmed.length > count || nextCursor !== null;
  if (pending.length + confirmed.length === 0 && nextCursor === null) {
    return <EmptyState title="Nothing yet">Transfers of this account will be listed here.</EmptyState>;
  }
  return (
    <>
      <ul class="w-txs" aria-label="Transactions">
        {[...pending, ...shown].map((item) => (
          <TransactionRow
            key={item.id}
            transaction={item}
            address={view.wallet.selected.address}
            explorerUrl={view.state.config?.explorerUrl}
          />
        ))}
      </ul>
      {more && (
        <OlderButton
          view={view}
          wanted={count}
          loaded={confirmed.length}
          onMore={() => setCount(count + STEP)}
        />
      )}
      {!more && <p class="w-end c-faint c-small">This is the whole history.</p>}
    </>
  );
}

/** Shows more of what is loaded, and loads what is missing by the node's own cursor. */
function OlderButton(props: { view: WalletView; wanted: number; loaded: number; onMore: () => void }) {
  const { view, wanted, loaded, onMore } = props;
  const task = useTask();
  const missing = loaded < wanted && view.data?.history.nextCursor !== null;
  useEffect(() => {
    if (missing && task.error === undefined) task.run(() => view.model.loadOlder());
  }, [missing, loaded, task.busy]);
  const press = (): void => (missing ? task.run(() => view.model.loadOlder()) : onMore());
  return (
    <div class="w-pad c-stack c-stack--tight">
      {task.error !== undefined && (
        <Notice tone="error" live>
          Older transactions could not be read. They are still there; try again.
        </Notice>
      )}
      <Button wide busy={task.busy} onClick={press}>
        Show older
      </Button>
    </div>
  );
}
