import { Button, Card, datedName, Notice, saveFile } from '@cairn/ui';
import { CSV_COLUMNS, historyCsvPages } from '@cairn/wallet';
import { useEffect, useRef, useState } from 'preact/hooks';
import { accountName } from '../../shared/names.ts';
import { Checkbox } from '../../shared/fields.tsx';
import { useSettings, useWallet } from '../../wallet/context.ts';
import { useFocusOnChange } from '../../shared/form.tsx';
import { t } from './texts.ts';

type Step =
  | { readonly name: 'ready' | 'cancelled' | 'failed' }
  | { readonly name: 'running' | 'done'; readonly written: number };

/** Exports the whole history as CSV, with progress and a cancel button. Asks for consent if amounts are hidden. */
export function ExportCard({ onClose }: { onClose: () => void }) {
  const { wallet } = useWallet();
  const { hideAmounts } = useSettings();
  const [step, run, cancel] = useExport();
  const [agreed, setAgreed] = useState(false);
  const running = step.name === 'running';
  return (
    <div ref={useFocusOnChange('open', true)}>
      <Card
        title={t('export.title')}
        footer={
          <div class="c-actions">
            {running ? (
              <Button onClick={cancel}>{t('common.cancel')}</Button>
            ) : (
              <Button onClick={onClose}>{t('common.close')}</Button>
            )}
            <Button variant="primary" busy={running} disabled={hideAmounts && !agreed} onClick={run}>
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
          <Outcome step={step} />
        </div>
      </Card>
    </div>
  );
}

function Outcome({ step }: { step: Step }) {
  if (step.name === 'running') return <p role="status">{t('export.running', { count: step.written })}</p>;
  if (step.name === 'cancelled') return <p role="status">{t('export.cancelled')}</p>;
  if (step.name === 'done') {
    return (
      <Notice tone="success" live>
        {t('export.done', { count: step.written })}
      </Notice>
    );
  }
  if (step.name !== 'failed') return null;
  return (
    <Notice tone="error" live>
      {t('export.failed')}
    </Notice>
  );
}

/** The state of the export, and functions to start and cancel it. Removing the card cancels it. */
function useExport(): [Step, () => void, () => void] {
  const { model, wallet } = useWallet();
  const [step, setStep] = useState<Step>({ name: 'ready' });
  const controller = useRef<AbortController | undefined>(undefined);
  const cancel = (): void => controller.current?.abort();
  useEffect(() => cancel, []);
  const run = async (): Promise<void> => {
    const { signal } = (controller.current = new AbortController());
    const { address } = wallet.selected;
    setStep({ name: 'running', written: 0 });
    try {
      // Turn each page into a blob at once, so that a long history is never in the script's memory as a whole.
      const { csvHead, csvRows } = await import('@cairn/ui/csv.js');
      const parts = [new Blob([csvHead(CSV_COLUMNS)])];
      let count = 0;
      const readPage = (cursor: string | undefined) => model.history.readPage(address, cursor);
      for await (const { rows, written } of historyCsvPages({ address, names: wallet, readPage, signal })) {
        parts.push(new Blob([csvRows(rows)]));
        count = written;
        setStep({ name: 'running', written });
      }
      saveFile(datedName(`cairn-${address.slice(0, 8)}`, 'csv'), new Blob(parts, { type: 'text/csv' }));
      setStep({ name: 'done', written: count });
    } catch {
      setStep({ name: signal.aborted ? 'cancelled' : 'failed' });
    }
  };
  return [step, () => void run(), cancel];
}
