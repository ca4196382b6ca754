import { Button, Icon } from '@cairn/ui';
import { useState } from 'preact/hooks';
import { useWords } from '../messages/context.tsx';
import type { ShownRows } from './csv/shown-rows.ts';

/** Saves the rows that are on the page as a CSV file. */
export function CsvButton(props: ShownRows) {
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
      <Button size="sm" title={t('csv.shownHint')} onClick={() => void save()}>
        <Icon name="download" />
        {t('csv.shown')}
      </Button>
      <span role="status">{failed ? t('csv.unsaved') : ''}</span>
    </span>
  );
}
