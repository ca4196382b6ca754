import type { GatewayConfig } from '@cairn/api/gateway';
import type { NetworkName } from '@cairn/protocol';
import { DEVELOPMENT_MNEMONIC } from '@cairn/protocol/development-accounts';
import { Button, Notice, TextField } from '@cairn/ui';
import { checkMnemonic, type MnemonicCheck, type OpenWord, splitWords } from '@cairn/wallet';
import { useId, useState } from 'preact/hooks';
import { Form } from '../../shared/form.tsx';
import { Screen } from '../../shared/screen.tsx';
import type { NewWallet } from '../../model/vault.ts';
import { t } from './texts.ts';

/** A new or imported phrase, and the options of the new wallet. */
export type ChosenPhrase = Omit<NewWallet, 'password' | 'network'>;

/** The phrase of a devnet's development accounts. */
export interface DevelopmentPhrase {
  readonly phrase: ChosenPhrase;
  /** Whether it is the public one, whose ten accounts have 1,000,000 CRN each. */
  readonly isPublic: boolean;
}

/** The phrase that the gateway names, or the public one on devnet; `undefined` for other networks. */
export function developmentPhraseOf(
  development: GatewayConfig['development'],
  network: NetworkName | undefined,
): DevelopmentPhrase | undefined {
  const { mnemonic, count } = development ?? { mnemonic: DEVELOPMENT_MNEMONIC, count: 10 };
  if (development === undefined && network !== 'devnet') return undefined;
  const phrase = { mnemonic, accounts: count, backedUp: true, searched: true };
  return { phrase, isPublic: development === undefined };
}

/** Imports a recovery phrase, checked word by word. An imported phrase counts as backed up. */
export function ImportPhrase(props: {
  development: DevelopmentPhrase | undefined;
  onBack: () => void;
  onDone: (phrase: ChosenPhrase) => void;
}) {
  const { development, onBack, onDone } = props;
  const field = useId();
  const [text, setText] = useState('');
  const check = checkMnemonic(text);
  const mnemonic = check.words.join(' ');
  const chosen = development?.phrase.mnemonic === mnemonic ? development.phrase : undefined;
  const replace = (index: number, word: string): void => {
    setText(replaceWord(text, index, word));
    // The next word is typed there.
    document.getElementById(field)?.focus();
  };
  const submit = (): boolean => {
    if (check.state !== 'valid') return false;
    // Of another phrase one account is listed; the wallet searches for more in use.
    onDone(chosen ?? { mnemonic, accounts: 1, backedUp: true, searched: false });
    return true;
  };
  return (
    <Screen title={t('welcome.import')} width="narrow">
      <p class="c-faint c-small">{t('step.of', { step: 1, steps: 2 })}</p>
      <Form onSubmit={submit}>
        {(submitted) => (
          <>
            <TextField
              id={field}
              label={t('phrase.list')}
              rows={3}
              mono
              value={text}
              hint={check.state === 'empty' ? t('import.hint') : undefined}
              error={submitted && PROGRESS.has(check.state) ? t('import.incomplete') : undefined}
              onInput={setText}
            />
            <PhraseFeedback check={check} onReplace={replace} />
            {chosen && development && (
              <Notice tone="warn" title={t(development.isPublic ? 'import.publicTitle' : 'import.ownTitle')}>
                {t(development.isPublic ? 'import.publicText' : 'import.ownText')}
              </Notice>
            )}
            <div class="c-actions">
              <Button onClick={onBack}>{t('common.back')}</Button>
              <Button variant="primary" type="submit">
                {t('step.continue')}
              </Button>
            </div>
          </>
        )}
      </Form>
    </Screen>
  );
}

/** States in which more input can make the phrase valid. */
const PROGRESS: ReadonlySet<MnemonicCheck['state']> = new Set(['empty', 'typing']);

/** State of the typed phrase, with suggestions for the current word and for unknown words. */
function PhraseFeedback(props: {
  check: MnemonicCheck;
  /** Called to replace the word at an index (0-based). */
  onReplace: (index: number, word: string) => void;
}) {
  const { state, words, open } = props.check;
  const tone = state === 'valid' ? 'c-success' : PROGRESS.has(state) ? 'c-muted' : 'c-error';
  return (
    <div class="c-stack c-stack--tight">
      <p class={`c-small ${tone}`} role="status">
        {/* Each unknown word has its own message. */}
        {state !== 'empty' && state !== 'unknown_words' && t(`typed.${state}`, { count: words.length })}
      </p>
      {open.map((word) => (
        <Suggestions key={word.index} open={word} isTyping={state === 'typing'} onReplace={props.onReplace} />
      ))}
    </div>
  );
}

function Suggestions(props: {
  open: OpenWord;
  isTyping: boolean;
  onReplace: (index: number, word: string) => void;
}) {
  const { open, isTyping, onReplace } = props;
  const { index, word, suggestions } = open;
  const place = index + 1;
  return (
    <div class="c-stack c-stack--tight">
      {!isTyping && <p class="c-error c-small">{t('typed.unknown', { place, word })}</p>}
      <div class="c-row" role="group" aria-label={t('typed.completions')}>
        {suggestions.map((other) => (
          <Button
            key={other}
            size="sm"
            label={
              isTyping ? t('typed.complete', { word: other }) : t('typed.replace', { place, word: other })
            }
            onClick={() => onReplace(index, other)}
          >
            {other}
          </Button>
        ))}
      </div>
    </div>
  );
}

/** The text with the word at an index (0-based) replaced. Appends a space if it is the last word. */
export function replaceWord(text: string, index: number, word: string): string {
  const words = splitWords(text);
  const replaced = words.map((old, place) => (place === index ? word : old)).join(' ');
  return index === words.length - 1 ? `${replaced} ` : replaced + (/\s$/.exec(text)?.[0] ?? '');
}
