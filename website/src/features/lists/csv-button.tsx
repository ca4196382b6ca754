import type { MinerList, Series } from '@cairn/api/explorer';
import { Button, Icon } from '@cairn/ui';
import { useState } from 'preact/hooks';
import { useTranslations } from './csv.texts.ts';
import type { ShownRows } from './csv.ts';

/** Saves the values of a chart as a CSV file. */
export const saveSeries = async (series: Series): Promise<void> =>
  (await import('./csv.ts')).saveSeries(series);

/** Saves the listed miners of a range of blocks as a CSV file. */
export const saveMiners = async (list: MinerList): Promise<void> =>
  (await import('./csv.ts')).saveMiners(list);

/** Saves the rows that are on the page as a CSV file. */
export function CsvButton(props: ShownRows) {
  const { t } = useTranslations();
  const save = async () => {
    const { saveShown } = await import('./csv.ts');
    saveShown(props);
  };
  return <SaveButton label={t('csv.shown')} title={t('csv.shownHint')} save={save} />;
}

export interface SaveButtonProps {
  label: string;
  title: string;
  /** Rejects if the file cannot be saved. */
  save: () => Promise<void>;
}

/** Saves a file; an error is shown beside the button. */
export function SaveButton({ label, title, save }: SaveButtonProps) {
  const { t } = useTranslations();
  const [failed, setFailed] = useState(false);
  const onClick = async () => {
    setFailed(false);
    try {
      await save();
    } catch {
      setFailed(true);
    }
  };
  return (
    <span class="c-row c-small needs-script">
      <Button size="sm" title={title} onClick={() => void onClick()}>
        <Icon name="download" />
        {label}
      </Button>
      <span role="status">{failed ? t('csv.unsaved') : ''}</span>
    </span>
  );
}
