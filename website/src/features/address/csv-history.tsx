import type { Address } from '@cairn/protocol';
import { Button, Icon, saveFile } from '@cairn/ui';
import { Progress } from '../../site/progress.tsx';
import { useRef, useState } from 'preact/hooks';
import { explorer } from '../../site/api.ts';
import { useTranslations, type Translations } from './csv.texts.ts';
import type { Exported } from './export-history.ts';

/** Maximum number of rows in a file: spreadsheets can open it, and it takes 1,000 requests of 100 rows. */
const EXPORT_LIMIT = 100_000;

type State =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running'; readonly done: Exported }
  | { readonly kind: 'ended'; readonly text: string };

export interface CsvHistoryProps {
  address: Address;
  /** Transactions of the whole history. */
  total: number;
  /** Only those of a year, in UTC; all by default. */
  year?: number | undefined;
}

/**
 * Saves the history of an address, at most `EXPORT_LIMIT` rows, as a CSV file. Shows the progress; it can be cancelled.
 */
export function CsvHistory({ address, total, year }: CsvHistoryProps) {
  const translations = useTranslations();
  const { t } = translations;
  const [state, setState] = useState<State>({ kind: 'idle' });
  const abort = useRef<AbortController | undefined>(undefined);
  const run = async () => {
    const control = new AbortController();
    abort.current = control;
    const show = (done: Exported) => setState({ kind: 'running', done });
    show({ rows: 0, total });
    setState({ kind: 'ended', text: await save({ address, year }, control.signal, show, translations) });
  };
  return (
    <div class="c-row c-small needs-script">
      {state.kind === 'running' ? (
        <>
          <div class="c-stack c-stack--tight">
            <Progress value={percentOf(state.done)} label={t('csv.progressName')} />
            <span>
              {t('csv.progress', { done: state.done.rows, total: Math.min(state.done.total, EXPORT_LIMIT) })}
            </span>
          </div>
          <Button size="sm" onClick={() => abort.current?.abort()}>
            {t('csv.cancel')}
          </Button>
        </>
      ) : (
        <Button size="sm" onClick={() => void run()}>
          <Icon name="download" />
          {year === undefined ? t('csv.whole') : t('csv.year', { year: String(year) })}
        </Button>
      )}
      <span role="status">{state.kind === 'ended' ? state.text : ''}</span>
    </div>
  );
}

function percentOf({ rows, total }: Exported): number {
  return total === 0 ? 100 : (100 * rows) / Math.min(total, EXPORT_LIMIT);
}

/** The first and the last second of a year in UTC, in Unix seconds. */
function timesOf(year: number | undefined) {
  if (year === undefined) return {};
  const startOf = (of: number) => Date.UTC(of, 0) / 1000;
  return { from_time: startOf(year), to_time: startOf(year + 1) - 1 };
}

/** Exports the history. @returns the message to show at the end */
async function save(
  { address, year }: Pick<CsvHistoryProps, 'address' | 'year'>,
  signal: AbortSignal,
  onProgress: (done: Exported) => void,
  { t }: Translations,
): Promise<string> {
  const { exportHistory, HistoryMoved } = await import('./export-history.ts');
  const ask = (limit: number, offset: number) =>
    explorer.listAddressTransactions({ address, limit, offset, ...timesOf(year) }, { signal });
  try {
    const { parts, rows, total } = await exportHistory({ ask, onProgress, signal, limit: EXPORT_LIMIT });
    const name = `cairn-${address}${year === undefined ? '' : `-${year}`}.csv`;
    saveFile(name, new Blob(parts, { type: 'text/csv;charset=utf-8' }));
    return rows < total ? t('csv.partly', { count: rows, total }) : t('csv.done', { count: rows });
  } catch (error) {
    if (signal.aborted) return t('csv.cancelled');
    return error instanceof HistoryMoved ? t('csv.moved') : t('csv.failed');
  }
}
