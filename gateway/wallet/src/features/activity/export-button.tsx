import { Button, datedName, Icon, saveFile, useStore } from '@cairn/ui';
import { CSV_COLUMNS, historyCsvPages } from '@cairn/wallet';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { TaskFailure, useTask } from '../../shared/form.tsx';
import { useWallet } from '../../model/context.ts';
import { t } from './texts.ts';

/** Saves the whole history as CSV; leaving the screen cancels. Disabled while amounts are hidden: the file shows them. */
export function ExportButton() {
  const { model, wallet, data } = useWallet();
  const hideAmounts = useStore(model.settings.hideAmounts);
  const task = useTask();
  /** Number of transactions in the file so far. */
  const [written, setWritten] = useState(0);
  const left = useMemo(() => new AbortController(), []);
  useEffect(() => () => left.abort(), []);
  const save = async (): Promise<void> => {
    const { address } = wallet.selected;
    setWritten(0);
    const { csvHead, csvRows } = await import('@cairn/ui/csv.js');
    // Turn each page into a blob at once, so that a long history is never in the script's memory as a whole.
    const parts = [new Blob([csvHead(CSV_COLUMNS)])];
    const readPage = (cursor: string | undefined) => model.history.readPage(address, cursor);
    const pages = historyCsvPages({ address, names: wallet, readPage, signal: left.signal });
    for await (const page of pages) {
      parts.push(new Blob([csvRows(page.rows)]));
      setWritten(page.written);
    }
    saveFile(datedName(`cairn-${address.slice(0, 8)}`, 'csv'), new Blob(parts, { type: 'text/csv' }));
  };
  return (
    <div class="c-row">
      <span class="c-muted c-small" role="status">
        {hideAmounts
          ? t('export.hidden')
          : written > 0 &&
            task.error === undefined &&
            t(task.busy ? 'export.running' : 'export.done', { count: written })}
      </span>
      <Button busy={task.busy} disabled={hideAmounts || data === undefined} onClick={() => task.run(save)}>
        <Icon name="download" /> {t('export.button')}
      </Button>
      <TaskFailure task={task} inline />
    </div>
  );
}
