import { AddressFace, classes, Icon } from '@cairn/ui';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { classifyQuery } from '../../site/classify.ts';
import { WALLET_URL } from '../../site/config.ts';
import { useStoredLabels } from '../../site/labels.ts';
import { useRequest } from '../../site/request.ts';
import { useChain } from '../../site/use-chain.ts';
import { targetsRequest } from './find.ts';
import { type Result, type Results, resultsFor } from './results.ts';
import { useTranslations } from './texts.ts';
import './palette.css';

export interface PaletteProps {
  text: string;
  /** True if the reader has begun to type the text; otherwise the first letter replaces it. */
  isTyped: boolean;
  onClose: () => void;
}

/**
 * Search and commands in a dialog: a combobox whose list of results has the focus of the field (`aria-activedescendant`).
 * The first result is chosen until the reader chooses another, so that Enter always does something.
 */
export function Palette({ text: given, isTyped, onClose }: PaletteProps) {
  const { t } = useTranslations();
  const [text, setText] = useState(given);
  const [chosen, setChosen] = useState(0);
  const [isRefused, setRefused] = useState(false);
  const dialog = useModal(onClose);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const found = useResults(text);
  const results = found.groups.flatMap((group) => group.results);
  const active = Math.min(chosen, results.length - 1);
  const isBad = found.bad && isRefused;
  useLayoutEffect(() => input.current!.setSelectionRange(isTyped ? given.length : 0, given.length), []);
  useEffect(() => document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' }), [active]);

  const choose = ({ href, run }: Result, newTab: boolean) => {
    if (href !== undefined && newTab) return open(href, '_blank', 'noopener');
    onClose();
    run?.();
    if (href !== undefined) location.assign(href);
    return undefined;
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
      else choose(result, event.ctrlKey || event.metaKey);
    }
  };
  return (
    <dialog
      ref={dialog}
      class="palette"
      aria-label={t('palette.title')}
      // A press beside it is one on the dialog itself, whose content covers it.
      onMouseDown={(event) => event.target === dialog.current && onClose()}
    >
      <div class="palette__content">
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
          <button
            type="button"
            class="c-icon-button"
            aria-label={t('palette.close')}
            title={t('palette.close')}
            onClick={onClose}
          >
            <Icon name="cross" />
          </button>
        </div>
        <ResultList id={id} groups={found.groups} active={active} onPoint={setChosen} onChoose={choose} />
        <p
          class={classes('palette__hint c-small', isBad ? 'c-error' : 'c-muted')}
          id={`${id}-hint`}
          role="status"
        >
          {found.bad && <strong>{t('palette.none')} </strong>}
          {found.hint}
        </p>
        <KeyHints />
      </div>
    </dialog>
  );
}

/** A modal dialog that is open while it is mounted. @param onClose called on Escape */
function useModal(onClose: () => void) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current!;
    element.addEventListener('close', onClose);
    element.showModal();
    return () => {
      element.removeEventListener('close', onClose);
      element.close(); // the focus goes back to where it was
    };
  }, []);
  return dialog;
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

function useResults(text: string): Results {
  const translations = useTranslations();
  const { status } = useChain();
  const labels = useStoredLabels().file.records;
  const { kind } = classifyQuery(text);
  const answer = useRequest(kind === 'hash' || kind === 'prefix' ? targetsRequest(text) : undefined);
  return resultsFor(text, { status, answer, labels, walletUrl: WALLET_URL }, translations);
}
