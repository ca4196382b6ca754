import { Button, Icon } from '@cairn/ui';
import { useState } from 'preact/hooks';
import { useTranslations } from './csv.texts.ts';
import type { CsvTable } from './csv.ts';

/** Saves a table as a CSV file; an error is shown beside the button. By default it is about the rows on the page. */
export function CsvButton({ label, title, ...table }: CsvTable & { label?: string; title?: string }) {
  const { t } = useTranslations();
  const [failed, setFailed] = useState(false);
  const save = async () => {
    setFailed(false);
    try {
      const { saveTable } = await import('./csv.ts');
      saveTable(table);
    } catch {
      setFailed(true);
    }
  };
  return (
    <span class="c-row c-small needs-script">
      <Button size="sm" title={title ?? t('csv.shownHint')} onClick={() => void save()}>
        <Icon name="download" />
        {label ?? t('csv.shown')}
      </Button>
      <span role="status">{failed ? t('csv.unsaved') : ''}</span>
    </span>
  );
}
