import { Button, Card, datedName, Notice, saveFile } from '@cairn/ui';
import { CSV_COLUMNS, historyCsvPages } from '@cairn/wallet';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { Checkbox } from '../../shared/fields.tsx';
import { TaskFailure, useFocusOnChange, useTask } from '../../shared/form.tsx';
import { accountName } from '../../shared/names.ts';
import { useSettings, useWallet } from '../../wallet/context.ts';
import { t } from './texts.ts';

/** Exports the whole history as CSV, with progress; closing the card cancels. Asks for consent if amounts are hidden. */
export function ExportCard({ onClose }: { onClose: () => void }) {
  const { model, wallet } = useWallet();
  const { hideAmounts } = useSettings();
  const task = useTask();
  const [agreed, setAgreed] = useState(false);
  /** Number of transactions in the file so far; `undefined` before the export and after a failure. */
  const [written, setWritten] = useState<number | undefined>(undefined);
  const closed = useMemo(() => new AbortController(), []);
  useEffect(() => () => closed.abort(), []);
  const write = async (): Promise<void> => {
    const { address } = wallet.selected;
    setWritten(0);
    try {
      const { csvHead, csvRows } = await import('@cairn/ui/csv.js');
      // Turn each page into a blob at once, so that a long history is never in the script's memory as a whole.
      const parts = [new Blob([csvHead(CSV_COLUMNS)])];
      const readPage = (cursor: string | undefined) => model.history.readPage(address, cursor);
      const pages = historyCsvPages({ address, names: wallet, readPage, signal: closed.signal });
      for await (const page of pages) {
        parts.push(new Blob([csvRows(page.rows)]));
        setWritten(page.written);
      }
      saveFile(datedName(`cairn-${address.slice(0, 8)}`, 'csv'), new Blob(parts, { type: 'text/csv' }));
    } catch (error) {
      setWritten(undefined);
      throw error;
    }
  };
  return (
    <div ref={useFocusOnChange('open', true)}>
      <Card
        title={t('export.title')}
        footer={
          <div class="c-actions">
            <Button onClick={onClose}>{t(task.busy ? 'common.cancel' : 'common.close')}</Button>
            <Button
              variant="primary"
              busy={task.busy}
              disabled={hideAmounts && !agreed}
              onClick={() => task.run(write)}
            >
              {t('export.start')}
            </Button>
          </div>
        }
      >
        <div class="c-stack">
          <p class="c-muted">{t('export.text', { account: accountName(wallet.selected) })}</p>
          {hideAmounts && (
            <Notice tone="warn" title={t('export.hidden')}>
              <Checkbox label={t('export.hiddenConfirm')} checked={agreed} onChange={setAgreed} />
            </Notice>
          )}
          {written !== undefined && (
            <p role="status">{t(task.busy ? 'export.running' : 'export.done', { count: written })}</p>
          )}
          <TaskFailure task={task} title={t('export.failed')} />
        </div>
      </Card>
    </div>
  );
}
