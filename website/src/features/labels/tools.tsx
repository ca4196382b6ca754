import { Button, classes, TextField } from '@cairn/ui';
import { type LabelType, LABELS_FILE_LIMITS } from '@cairn/wallet/labels-file';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { MOST_FOLLOWED, WATCHED_DEPTH } from '../../site/followed.ts';
import { MOST_WATCHED, type SaveProblem, saveRecord, useStoredLabels } from '../../site/labels.ts';
import { useRequest } from '../../site/request.ts';
import { type Translations, useTranslations } from './texts.ts';
import {
  askPermission,
  permission,
  seenRequest,
  useNews,
  useWatched,
  watch,
  type Watched,
} from './watching.ts';

export interface PersonalToolsProps {
  type: LabelType;
  /** Address or ID of the page. */
  reference: string;
  /** Of a transaction: 0 if no block holds it, `undefined` until that is known. */
  confirmations?: number | undefined;
}

/** Buttons to name what the page shows and, for an address or a transaction, to watch it. */
export function PersonalTools({ type, reference: ref, confirmations }: PersonalToolsProps) {
  const translations = useTranslations();
  const { t } = translations;
  const record = useStoredLabels().byRef.get(ref) ?? { type, ref, label: '', watched: false };
  const isWatched = useWatched().some((one) => one.ref === ref);
  const [isNaming, setNaming] = useState(false);
  const [problem, setProblem] = useState<SaveProblem | 'followed'>();
  const [isAllowed, setAllowed] = useState(() => permission() !== 'denied');
  const bar = useRef<HTMLDivElement>(null);
  const watched = useMemo(() => (type === 'block' || !isWatched ? undefined : { type, ref }), [isWatched]);
  const news = useNewsOf(watched, confirmations);
  const canWatch = type === 'addr' || isWatched || (confirmations ?? WATCHED_DEPTH) < WATCHED_DEPTH;
  const close = () => {
    setNaming(false);
    bar.current?.querySelector('button')?.focus();
  };
  const name = (label: string) => {
    const found = saveRecord({ ...record, label });
    setProblem(found);
    if (found === undefined) close();
  };
  const toggle = (one: Watched) => {
    const found = watch(one, !isWatched);
    setProblem(found);
    if (found === undefined && !isWatched)
      void askPermission().then((answer) => setAllowed(answer === 'granted'));
  };
  const told = watched && (news ?? t(isAllowed ? `watch.on.${watched.type}` : 'watch.here'));
  return (
    <>
      <div class="c-row c-small" ref={bar}>
        <Button size="sm" onClick={() => setNaming(!isNaming)}>
          {t(record.label === '' ? 'label.add' : 'label.edit')}
        </Button>
        {type !== 'block' && canWatch && (
          <Button size="sm" pressed={isWatched} onClick={() => toggle({ type, ref })}>
            {t(isWatched ? 'watch.pressed' : 'watch.press')}
          </Button>
        )}
        <p role="status" class={classes(problem === undefined ? 'c-muted' : 'c-error')}>
          {problem === undefined ? told : problemText(problem, translations)}
        </p>
      </div>
      {isNaming && <LabelForm label={record.label} onSave={name} onCancel={close} />}
    </>
  );
}

/** The newest change of what is watched. Of a transaction, the page knows the confirmations itself. */
function useNewsOf(watched: Watched | undefined, confirmations: number | undefined): string | undefined {
  const asked = useRequest(watched?.type === 'addr' ? seenRequest([watched]) : undefined);
  const seen = useMemo(() => {
    if (watched?.type !== 'tx') return watched && asked.data;
    return confirmations === undefined ? undefined : new Map([[watched.ref, { confirmations }]]);
  }, [watched, asked.data, confirmations]);
  return useNews(seen);
}

interface LabelFormProps {
  label: string;
  onSave: (label: string) => void;
  onCancel: () => void;
}

/** Form with one field for a label: Enter saves, Escape cancels. */
function LabelForm({ label, onSave, onCancel }: LabelFormProps) {
  const { t } = useTranslations();
  const [typed, setTyped] = useState(label);
  const form = useRef<HTMLFormElement>(null);
  // In a layout effect, so that an Escape pressed right away reaches this form.
  useLayoutEffect(() => {
    const input = form.current?.querySelector('input');
    // Selecting the text does not focus the field in every browser.
    input?.focus();
    input?.select();
  }, []);
  return (
    <form
      class="c-popover"
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        onSave(typed);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        onCancel();
      }}
    >
      <TextField
        label={t('label.field')}
        hint={t('label.hint')}
        value={typed}
        maxLength={LABELS_FILE_LIMITS.label}
        onInput={setTyped}
      />
      <div class="c-row">
        <Button size="sm" variant="primary" type="submit">
          {t('label.save')}
        </Button>
        <Button size="sm" onClick={onCancel}>
          {t('label.cancel')}
        </Button>
      </div>
    </form>
  );
}

/** Why something was not saved. */
export function problemText(
  problem: SaveProblem | 'followed' | 'large' | 'none',
  { t }: Translations,
): string {
  if (problem === 'watched') return t('problem.watched', { count: MOST_WATCHED });
  if (problem === 'followed') return t('problem.followed', { count: MOST_FOLLOWED });
  return t(`problem.${problem}`);
}
