import type { Address } from '@cairn/protocol';
import { Button, Icon } from '@cairn/ui';
import { Progress } from '../../site/progress.tsx';
import { useEffect, useRef, useState } from 'preact/hooks';
import { explorer } from '../../site/api.ts';
import type { Exported } from './export-history.ts';
import { queryOf, timesOf } from '../lists/index.ts';
import type { SelectedRows, Selection } from './ledger.ts';
import { useTranslations, type Translations } from './texts.ts';

/** Maximum number of rows in a file: spreadsheets can open it, and it takes 1,000 requests of 100 rows. */
const EXPORT_LIMIT = 100_000;

type State =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running'; readonly done: Exported }
  | { readonly kind: 'ended'; readonly text: string };

export interface CsvHistoryProps {
  address: Address;
  selection: Selection;
  /** Selected transactions. */
  total: number;
  /** All of them, if they are proven. */
  proven: SelectedRows['items'] | undefined;
  /** Unix seconds at which the selected range ends. */
  now: number;
}

/**
 * Saves what is selected of the history of an address as a CSV file: from proven rows if they are all there, else what the server
 * says, newest first and at most `EXPORT_LIMIT` rows. Shows the progress; it can be cancelled, and ends when the page is left.
 */
export function CsvHistory(props: CsvHistoryProps) {
  const { selection, total } = props;
  const translations = useTranslations();
  const { t } = translations;
  const [state, setState] = useState<State>({ kind: 'idle' });
  const abort = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => abort.current?.abort(), []);
  const run = async () => {
    const control = new AbortController();
    abort.current = control;
    const show = (done: Exported) => setState({ kind: 'running', done });
    show({ rows: 0, total });
    setState({ kind: 'ended', text: await save(props, control.signal, show, translations) });
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
          {t(queryOf(selection) === '' ? 'csv.whole' : 'csv.selected')}
        </Button>
      )}
      <span role="status">{state.kind === 'ended' ? state.text : ''}</span>
    </div>
  );
}

function percentOf({ rows, total }: Exported): number {
  return total === 0 ? 100 : (100 * rows) / Math.min(total, EXPORT_LIMIT);
}

/** Exports the history. @returns the message to show at the end */
async function save(
  { address, selection, proven, now }: CsvHistoryProps,
  signal: AbortSignal,
  onProgress: (done: Exported) => void,
  { t }: Translations,
): Promise<string> {
  const { exportHistory, HistoryMoved, provenCsv, saveCsv } = await import('./export-history.ts');
  const name = `cairn-${address}${queryOf(selection).replaceAll(/[^\w-]+/g, '-')}.csv`;
  if (proven !== undefined) {
    saveCsv(name, provenCsv(proven));
    return t('csv.done', { count: proven.length });
  }
  const filter = { direction: selection.only, ...timesOf(selection, now) };
  let isMinimum = false;
  const ask = async (limit: number, offset: number) => {
    const part = await explorer.listAddressTransactions({ address, limit, offset, ...filter }, { signal });
    isMinimum ||= part.pagination.total_is_minimum === true;
    return part;
  };
  try {
    const { parts, rows, total } = await exportHistory({ ask, onProgress, signal, limit: EXPORT_LIMIT });
    saveCsv(name, parts);
    const told =
      rows < total || isMinimum ? t('csv.partly', { count: rows }) : t('csv.done', { count: rows });
    return `${told} ${t('csv.serverWord')}`;
  } catch (error) {
    if (signal.aborted) return t('csv.cancelled');
    return error instanceof HistoryMoved ? t('csv.moved') : t('csv.failed');
  }
}
