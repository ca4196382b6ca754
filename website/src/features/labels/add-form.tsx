import { Button, TextField } from '@cairn/ui';
import { LABELS_FILE_LIMITS } from '@cairn/wallet/labels-file';
import { useRef, useState } from 'preact/hooks';
import { readLabels, saveRecord } from '../../site/labels.ts';
import { useChain } from '../../site/use-chain.ts';
import { type Translations, useTranslations } from './texts.ts';
import { problemText } from './tools.tsx';
import { askPermission, watch, type Watched } from './watching.ts';

/** Watches an address or a transaction that the reader pastes, with a label if they like. */
export function AddForm() {
  const translations = useTranslations();
  const { t } = translations;
  const { status } = useChain();
  const [typed, setTyped] = useState('');
  const [label, setLabel] = useState('');
  const [error, setError] = useState<string>();
  const form = useRef<HTMLFormElement>(null);
  const add = async () => {
    const found = await readReference(typed, status?.network, translations);
    if (typeof found === 'string') return setError(found);
    const { type, ref } = found;
    const name = label.trim();
    const before = readLabels().byRef.get(ref);
    const problem =
      watch(found, true) ??
      (name === '' ? undefined : saveRecord({ ...before, type, ref, label: name, watched: type === 'addr' }));
    if (problem !== undefined) return setError(problemText(problem, translations));
    setTyped('');
    setLabel('');
    setError(undefined);
    form.current?.querySelector('input')?.focus();
    return void askPermission();
  };
  return (
    <form
      class="add"
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <TextField label={t('add.reference')} value={typed} onInput={setTyped} error={error} mono required />
      <TextField
        label={t('add.label')}
        value={label}
        onInput={setLabel}
        maxLength={LABELS_FILE_LIMITS.label}
      />
      <Button type="submit" variant="primary">
        {t('watch.press')}
      </Button>
    </form>
  );
}

/** The whole address or transaction ID of a pasted text; otherwise why it is none. @param network of the chain, once it is known */
async function readReference(
  text: string,
  network: string | undefined,
  { t, locale }: Translations,
): Promise<Watched | string> {
  const [{ classifyQuery }, { otherNetworkText, queryProblemText }] = await Promise.all([
    import('../../site/classify.ts'),
    import('../../site/query-problem.ts'),
  ]);
  const query = classifyQuery(text);
  if (query.kind === 'hash') return { type: 'tx', ref: query.hash };
  if (query.kind === 'address')
    return network === undefined || network === query.network
      ? { type: 'addr', ref: query.address }
      : otherNetworkText(query.network, network, locale);
  const isOther = query.kind !== 'unknown' || query.problem === 'unknown';
  return isOther ? t('add.whole') : queryProblemText(query.problem, locale);
}
