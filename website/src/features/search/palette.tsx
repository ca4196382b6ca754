import { AddressFace, classes, Icon } from '@cairn/ui';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { classifyQuery } from '../../site/classify.ts';
import { WALLET_URL } from '../../site/config.ts';
import { useStoredLabels } from '../../site/labels.ts';
import { useRequest } from '../../site/request.ts';
import { useChain } from '../../site/use-chain.ts';
import { type Target, targetsRequest } from './find.ts';
import { Dialog } from './keys.tsx';
import { type Result, type Results, resultsFor } from './results.ts';
import { useTranslations } from './texts.ts';

export interface PaletteProps {
  text: string;
  /** True if the reader has begun to type the text; otherwise the first letter replaces it. */
  isTyped: boolean;
  onClose: () => void;
  onKeys: () => void;
}

/** How long `Copied` is shown before the palette closes, in milliseconds. */
const COPIED_MS = 700;

/**
 * Search and commands in a dialog: a combobox whose list of results has the focus of the field (`aria-activedescendant`).
 * The first result is chosen until the reader chooses another, so that Enter always does something.
 */
export function Palette({ text: given, isTyped, onClose, onKeys }: PaletteProps) {
  const { t } = useTranslations();
  const [text, setText] = useState(given);
  const [chosen, setChosen] = useState(0);
  const [isRefused, setRefused] = useState(false);
  const [notice, setNotice] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const found = useResults(text, onKeys);
  const results = found.groups.flatMap((group) => group.results);
  const active = Math.min(chosen, results.length - 1);
  const isBad = found.bad && isRefused;
  useLayoutEffect(() => input.current!.setSelectionRange(isTyped ? given.length : 0, given.length), []);
  useEffect(() => document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' }), [active]);

  const choose = async (result: Result, newTab: boolean) => {
    if (result.copies !== undefined) {
      setNotice(t((await copy(result.copies)) ? 'palette.copied' : 'palette.copyFailed'));
      setTimeout(onClose, COPIED_MS);
    } else if (result.href !== undefined && newTab) {
      open(result.href, '_blank', 'noopener');
    } else {
      onClose();
      result.run?.();
      if (result.href !== undefined) location.assign(result.href);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && results.length > 0) {
      event.preventDefault();
      setChosen((active + step + results.length) % results.length);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      const result = results[active];
      if (result === undefined) setRefused(true);
      else void choose(result, event.ctrlKey || event.metaKey);
    }
  };
  return (
    <Dialog class="palette--search" name={t('palette.title')} onClose={onClose}>
      {(closeButton) => (
        <>
          <div class="palette__head c-row c-row--between">
            <Icon name="search" />
            <input
              ref={input}
              class="palette__input"
              value={text}
              placeholder={t('palette.placeholder')}
              role="combobox"
              aria-label={t('search.label')}
              aria-expanded={results.length > 0 ? 'true' : 'false'}
              aria-controls={`${id}-list`}
              aria-autocomplete="list"
              aria-activedescendant={active >= 0 ? `${id}-${active}` : undefined}
              aria-describedby={`${id}-hint`}
              aria-invalid={isBad ? true : undefined}
              autoComplete="off"
              autoCapitalize="off"
              spellcheck={false}
              enterKeyHint="go"
              onInput={(event) => {
                setText(event.currentTarget.value);
                setChosen(0);
                setRefused(false);
              }}
              onKeyDown={onKeyDown}
            />
            {closeButton}
          </div>
          <ResultList
            id={id}
            groups={found.groups}
            active={active}
            onPoint={setChosen}
            onChoose={(result, newTab) => void choose(result, newTab)}
          />
          <p
            class={classes('palette__hint c-small', isBad ? 'c-error' : 'c-muted')}
            id={`${id}-hint`}
            role="status"
          >
            {notice || found.hint}
          </p>
          <KeyHints />
        </>
      )}
    </Dialog>
  );
}

function KeyHints() {
  const { t } = useTranslations();
  const hints = [
    [['↑', '↓'], t('palette.choose')],
    [['Enter'], t('palette.open')],
    [['Esc'], t('palette.close')],
    [['?'], t('palette.keys')],
  ] as const;
  return (
    <p class="palette__keys c-row c-small c-muted" aria-hidden="true">
      {hints.map(([keys, text]) => (
        <span key={text}>
          {keys.map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}{' '}
          {text}
        </span>
      ))}
    </p>
  );
}

interface ResultListProps {
  id: string;
  groups: Results['groups'];
  active: number;
  onPoint: (index: number) => void;
  onChoose: (result: Result, newTab: boolean) => void;
}

function ResultList({ id, groups, active, onPoint, onChoose }: ResultListProps) {
  const { t } = useTranslations();
  let index = -1;
  const option = (result: Result) => {
    index += 1;
    const at = index;
    return (
      <div
        key={at}
        id={`${id}-${at}`}
        class="c-option"
        role="option"
        aria-selected={at === active ? 'true' : 'false'}
        onPointerMove={() => at !== active && onPoint(at)}
        onClick={(event) => onChoose(result, event.ctrlKey || event.metaKey)}
      >
        {result.address === undefined ? (
          <Icon name={result.icon} />
        ) : (
          <AddressFace address={result.address} />
        )}
        <span>{result.text}</span>
        {result.detail !== undefined && <span class="c-small c-muted">{result.detail}</span>}
      </div>
    );
  };
  return (
    // A press must not take the focus from the field.
    <div
      class="palette__list"
      id={`${id}-list`}
      role="listbox"
      aria-label={t('palette.title')}
      onMouseDown={(event) => event.preventDefault()}
    >
      {groups.map(({ name, results }) => (
        <div key={name} role="group" aria-labelledby={`${id}-${name}`}>
          <p class="c-small c-faint" id={`${id}-${name}`} role="presentation">
            {t(`palette.group.${name}`)}
          </p>
          {results.map(option)}
        </div>
      ))}
    </div>
  );
}

/** @returns false if the browser does not allow it */
async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

function useResults(text: string, showKeys: () => void): Results {
  const translations = useTranslations();
  const { status } = useChain();
  const labels = useStoredLabels().file.records;
  const { kind } = classifyQuery(text);
  const answer = useRequest(kind === 'hash' || kind === 'prefix' ? targetsRequest(text) : undefined);
  const known = {
    status,
    answer,
    labels,
    subject: readSubject(),
    url: location.href,
    walletUrl: WALLET_URL,
    showKeys,
  };
  return resultsFor(text, known, translations);
}

/** What the current page is about; a block opened by its height has its ID in its heading. */
function readSubject(): Target | undefined {
  const [, section, reference] =
    /\/(blocks|transactions|addresses|miners)\/(\w+)\/?$/.exec(location.pathname) ?? [];
  if (reference === undefined) return undefined;
  if (section === 'transactions') return { page: 'transaction', reference };
  if (section !== 'blocks') return { page: 'address', reference };
  const id = /[0-9a-f]{64}/.exec(document.querySelector('main .c-head')?.textContent ?? '')?.[0];
  return id === undefined ? undefined : { page: 'block', reference: id };
}
