import type { NetworkName } from '@cairn/protocol';
import { DEVELOPMENT_MNEMONIC } from '@cairn/protocol/development-accounts';
import { Button, Notice, TextField } from '@cairn/ui';
import { type MnemonicCheck, type UnknownWord, checkMnemonic, splitWords } from '@cairn/wallet';
import { useState } from 'preact/hooks';
import { Form } from '../../shared/form.tsx';
import { Screen } from '../../shared/screen.tsx';
import type { NewWallet } from '../../model/vault.ts';
import { t } from './texts.ts';

/** A new or imported phrase, and the options of the new wallet. */
export type ChosenPhrase = Omit<NewWallet, 'password' | 'network'>;

const DEVELOPMENT_ACCOUNTS = 10;

/** Imports a recovery phrase, checked word by word. An imported phrase counts as backed up. */
export function ImportPhrase(props: {
  network: NetworkName;
  onBack: () => void;
  onDone: (phrase: ChosenPhrase) => void;
}) {
  const { network, onBack, onDone } = props;
  const [text, setText] = useState('');
  const [strict, setStrict] = useState(false);
  const check = checkMnemonic(text);
  const isDevelopment = check.state === 'valid' && check.mnemonic === DEVELOPMENT_MNEMONIC;
  const submit = (): boolean => {
    setStrict(true);
    if (check.state !== 'valid') return false;
    onDone(describePhrase(check.mnemonic, isDevelopment && network === 'devnet'));
    return true;
  };
  return (
    <Screen title={t('welcome.import')} width="narrow">
      <p class="c-faint c-small">{t('step.of', { step: 1, steps: 2 })}</p>
      <Form onSubmit={submit}>
        <TextField
          label={t('phrase.list')}
          rows={3}
          mono
          value={text}
          hint={check.state === 'empty' ? t('import.hint') : undefined}
          error={strict && isUnfinished(check) ? t('import.incomplete') : undefined}
          onInput={setText}
        />
        <PhraseFeedback check={check} onReplace={(index, word) => setText(replaceWord(text, index, word))} />
        {network === 'devnet' && (
          <DevelopmentHint chosen={isDevelopment} onUse={() => setText(DEVELOPMENT_MNEMONIC)} />
        )}
        <div class="c-actions">
          <Button onClick={onBack}>{t('common.back')}</Button>
          <Button variant="primary" type="submit">
            {t('step.continue')}
          </Button>
        </div>
      </Form>
    </Screen>
  );
}

/**
 * Lists all ten accounts of the development phrase. For other phrases, lists one; the wallet searches for more in use.
 */
function describePhrase(mnemonic: string, development: boolean): ChosenPhrase {
  const accounts = development ? DEVELOPMENT_ACCOUNTS : 1;
  return { mnemonic, accounts, backedUp: true, searched: development };
}

function isUnfinished({ state }: MnemonicCheck): boolean {
  return state === 'empty' || state === 'typing';
}

/** On devnet: offers the public development phrase, with a warning. */
function DevelopmentHint({ chosen, onUse }: { chosen: boolean; onUse: () => void }) {
  return (
    <Notice
      tone={chosen ? 'warn' : 'info'}
      title={t(chosen ? 'import.publicTitle' : 'import.developmentTitle')}
      action={
        chosen ? undefined : (
          <Button size="sm" onClick={onUse}>
            {t('import.developmentUse')}
          </Button>
        )
      }
    >
      {t(chosen ? 'import.publicText' : 'import.developmentText')}
    </Notice>
  );
}

/** State of the typed phrase, with suggestions for the current word and for unknown words. */
export function PhraseFeedback(props: {
  check: MnemonicCheck;
  /** Called to replace the word at an index (0-based). */
  onReplace: (index: number, word: string) => void;
}) {
  const { check, onReplace } = props;
  const last = check.words.length - 1;
  const unknown = check.state === 'unknown_words' ? check.unknown : [];
  return (
    <div class="c-stack c-stack--tight">
      <p class={`c-small ${TONES[check.state] ?? 'c-error'}`} role="status">
        {describe(check)}
      </p>
      {check.state === 'typing' && check.suggestions.length > 0 && (
        <Suggestions
          words={check.suggestions}
          nameOf={(word) => t('typed.complete', { word })}
          onChoose={(word) => onReplace(last, word)}
        />
      )}
      {unknown.map((item) => (
        <Unknown key={item.index} item={item} onReplace={onReplace} />
      ))}
    </div>
  );
}

function Unknown(props: { item: UnknownWord; onReplace: (index: number, word: string) => void }) {
  const { index, word, suggestions } = props.item;
  const place = index + 1;
  return (
    <div class="c-stack c-stack--tight">
      <p class="c-error c-small">{t('typed.unknown', { place, word })}</p>
      <Suggestions
        words={suggestions}
        nameOf={(other) => t('typed.replace', { place, word: other })}
        onChoose={(other) => props.onReplace(index, other)}
      />
    </div>
  );
}

function Suggestions(props: {
  words: readonly string[];
  nameOf: (word: string) => string;
  onChoose: (word: string) => void;
}) {
  if (props.words.length === 0) return null;
  return (
    <div class="c-row" role="group" aria-label={t('typed.completions')}>
      {props.words.map((word) => (
        <Button key={word} size="sm" label={props.nameOf(word)} onClick={() => props.onChoose(word)}>
          {word}
        </Button>
      ))}
    </div>
  );
}

/** The text with the word at an index (0-based) replaced. Appends a space if it is the last word. */
export function replaceWord(text: string, index: number, word: string): string {
  const words = splitWords(text);
  const replaced = words.map((old, place) => (place === index ? word : old)).join(' ');
  return index === words.length - 1 ? `${replaced} ` : replaced + (/\s$/.exec(text)?.[0] ?? '');
}

/** Classes by state; every other state is an error. */
const TONES: Readonly<Partial<Record<MnemonicCheck['state'], string>>> = {
  valid: 'c-success',
  empty: 'c-muted',
  typing: 'c-muted',
};

function describe(check: MnemonicCheck): string {
  const count = check.words.length;
  switch (check.state) {
    case 'typing':
      return t('typed.soFar', { count });
    case 'valid':
      return t('typed.valid', { count });
    case 'too_many_words':
      return t('typed.tooManyWords', { count });
    case 'bad_checksum':
      return t('typed.badChecksum', { count });
    default:
      // Empty, or each unknown word has its own message.
      return '';
  }
}
