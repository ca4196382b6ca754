import { Button, Card } from '@cairn/ui';
import { useState } from 'preact/hooks';
import { useWords } from '../messages/context.tsx';
import type { Words } from '../messages/words.ts';
import { keepProblemText } from './keep-problem-text.ts';
import { applyImport, type ImportPreview } from './import-labels.ts';
import { type KeepProblem, MOST_WATCHED } from './own-labels.ts';

/** Lines that are named one by one. */
const NAMED = 8;

export interface ImportCardProps {
  preview: ImportPreview;
  onCancel: () => void;
  onDone: () => void;
}

/** Preview of the changes of an import. */
export function ImportCard({ preview, onCancel, onDone }: ImportCardProps) {
  const words = useWords();
  const { t } = words;
  const [replace, setReplace] = useState(false);
  const [problem, setProblem] = useState<KeepProblem>();
  const { added, changed, file } = preview;
  const isNothing = added.length + file.others.length + (replace ? changed.length : 0) === 0;
  const apply = () => {
    const found = applyImport(preview, replace);
    setProblem(found);
    if (found === undefined) onDone();
  };
  return (
    <Card title={t('own.preview')}>
      <div class="c-stack">
        <ul class="own__changes" role="status">
          {linesOf(preview, words).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        {changed.length > 0 && (
          <label class="own__choice">
            <input
              type="checkbox"
              checked={replace}
              onChange={(event) => setReplace(event.currentTarget.checked)}
            />
            {t('own.replace')}
          </label>
        )}
        <p class="own__problem" role="alert">
          {problem && keepProblemText(problem, words)}
        </p>
        <div class="c-row">
          <Button variant="primary" disabled={isNothing} onClick={apply}>
            {t('own.apply')}
          </Button>
          <Button onClick={onCancel}>{t('own.cancel')}</Button>
        </div>
      </div>
    </Card>
  );
}

function linesOf(
  { added, changed, unchanged, refused, unwatched, file }: ImportPreview,
  { t }: Words,
): string[] {
  const { others, damaged, shortened, repeated } = file;
  const numbers = damaged.slice(0, NAMED).map(({ line }) => String(line));
  const lines = `${numbers.join(', ')}${damaged.length > NAMED ? ' …' : ''}`;
  const said: [count: number, text: (count: number) => string][] = [
    [added.length, (count) => t('own.previewAdded', { count })],
    [changed.length, (count) => t('own.previewChanged', { count })],
    [unchanged, (count) => t('own.previewSame', { count })],
    [refused, (count) => t('own.previewRefused', { count })],
    [unwatched, (count) => t('own.previewUnwatched', { count, most: MOST_WATCHED })],
    [others.length, (count) => t('own.previewOthers', { count })],
    [damaged.length, (count) => t('own.previewDamaged', { count, lines })],
    [shortened.length, (count) => t('own.previewShortened', { count })],
    [repeated, (count) => t('own.previewRepeated', { count })],
  ];
  return said.filter(([count]) => count > 0).map(([count, text]) => text(count));
}
