import type { Address } from '@cairn/protocol';
import { Button, Icon, saveFile, useTimeSettings } from '@cairn/ui';
import { Progress } from '../../site/progress.tsx';
import { useEffect, useRef, useState } from 'preact/hooks';
import { explorer } from '../../site/api.ts';
import { useTranslations, type Translations } from './csv.texts.ts';
import type { Exported } from './export-history.ts';
import { isWhole, type NewestRows } from './rows.ts';
import { hasYear, timesOf, yearOf, type Zone } from './statement.ts';

/** Maximum number of rows in a file: spreadsheets can open it, and it takes 1,000 requests of 100 rows. */
const EXPORT_LIMIT = 100_000;

const CSV = 'text/csv;charset=utf-8';

type State =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running'; readonly done: Exported }
  | { readonly kind: 'ended'; readonly text: string };

export interface CsvHistoryProps {
  address: Address;
  /** Transactions of the whole history. */
  total: number;
  /** The newest of them, if they are known. */
  rows: NewestRows | undefined;
  /** Only those of a year, in the reader's zone; all by default. */
  year?: string | undefined;
}

/**
 * Saves the history of an address as a CSV file: from proven rows if they are all there, else what the server says, at most
 * `EXPORT_LIMIT` rows. Shows the progress; it can be cancelled, and ends when the page is left.
 */
export function CsvHistory({ address, total, rows, year }: CsvHistoryProps) {
  const translations = useTranslations();
  const { t } = translations;
  const [state, setState] = useState<State>({ kind: 'idle' });
  const { zone } = useTimeSettings();
  const abort = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => abort.current?.abort(), []);
  const run = async () => {
    const control = new AbortController();
    abort.current = control;
    const show = (done: Exported) => setState({ kind: 'running', done });
    show({ rows: 0, total });
    setState({
      kind: 'ended',
      text: await save({ address, rows, year, zone }, control.signal, show, translations),
    });
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
          {year === undefined ? t('csv.whole') : t('csv.year', { year })}
        </Button>
      )}
      <span role="status">{state.kind === 'ended' ? state.text : ''}</span>
    </div>
  );
}

function percentOf({ rows, total }: Exported): number {
  return total === 0 ? 100 : (100 * rows) / Math.min(total, EXPORT_LIMIT);
}

/** The rows that were asked for, if they are proven and none is missing. */
function provenOf({ rows, year, zone }: Wanted): NewestRows['items'] | undefined {
  if (rows?.isProven !== true) return undefined;
  if (year === undefined) return isWhole(rows) ? rows.items : undefined;
  if (!hasYear(rows, year, zone)) return undefined;
  return rows.items.filter(({ block_timestamp: time }) => yearOf(time, zone) === year);
}

interface Wanted extends Pick<CsvHistoryProps, 'address' | 'rows' | 'year'> {
  readonly zone: Zone;
}

/** Exports the history. @returns the message to show at the end */
async function save(
  wanted: Wanted,
  signal: AbortSignal,
  onProgress: (done: Exported) => void,
  { t }: Translations,
): Promise<string> {
  const { address, year, zone } = wanted;
  const { exportHistory, HistoryMoved, provenCsv } = await import('./export-history.ts');
  const name = `cairn-${address}${year === undefined ? '' : `-${year}`}.csv`;
  const proven = provenOf(wanted);
  if (proven !== undefined) {
    saveFile(name, new Blob(provenCsv(proven), { type: CSV }));
    return t('csv.done', { count: proven.length });
  }
  const times = year === undefined ? {} : timesOf(Number(year), zone);
  const ask = (limit: number, offset: number) =>
    explorer.listAddressTransactions({ address, limit, offset, ...times }, { signal });
  try {
    const { parts, rows, total } = await exportHistory({ ask, onProgress, signal, limit: EXPORT_LIMIT });
    saveFile(name, new Blob(parts, { type: CSV }));
    const told = rows < total ? t('csv.partly', { count: rows, total }) : t('csv.done', { count: rows });
    return `${told} ${t('csv.serverWord')}`;
  } catch (error) {
    if (signal.aborted) return t('csv.cancelled');
    return error instanceof HistoryMoved ? t('csv.moved') : t('csv.failed');
  }
}
