import type { BlockSummary, ExplorerTransaction } from '@cairn/api/explorer';
import { Button } from '@cairn/ui';
import { useState } from 'preact/hooks';
import { useWords } from '../messages/context.tsx';

export type CsvButtonProps = {
  /** File name without its ending. */
  name: string;
} & (
  | { kind: 'blocks'; rows: readonly BlockSummary[] }
  | { kind: 'transactions'; rows: readonly ExplorerTransaction[] }
);

/** Saves the rows that are on the page as a CSV file. */
export function CsvButton(props: CsvButtonProps) {
  const { t } = useWords();
  const [failed, setFailed] = useState(false);
  const save = async () => {
    setFailed(false);
    try {
      const { saveShown } = await import('./csv/save-shown.ts');
      await saveShown(props);
    } catch {
      setFailed(true); // said beside the button
    }
  };
  return (
    <span class="csv">
      <Button size="sm" variant="ghost" title={t('csv.shownHint')} onClick={() => void save()}>
        {t('csv.shown')}
      </Button>
      <span role="status">{failed ? t('csv.unsaved') : ''}</span>
    </span>
  );
}
