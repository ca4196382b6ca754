import { Button, TextField } from '@cairn/ui';
import { pickWordsToConfirm, splitWords, type MnemonicLength } from '@cairn/wallet';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { Form } from './form.tsx';
import { t } from './texts.ts';

/** The numbered words of a phrase. Deliberately without a copy button, so that users write them down on paper. */
export function PhraseWords({ phrase }: { phrase: string }) {
  return (
    <ol class="w-words" aria-label={t('phrase.list')} translate={false}>
      {splitWords(phrase).map((word, index) => (
        <li class="c-sunken c-row" key={index}>
          <span class="c-faint c-small" aria-hidden="true">
            {index + 1}
          </span>
          <span class="c-mono">{word}</span>
        </li>
      ))}
    </ol>
  );
}

/** Number of words that the user must type. */
const WORDS_TO_CONFIRM = 3;

/** Asks for a few random words of the phrase, to check that it was written down. */
export function WordsQuiz(props: {
  phrase: string;
  busy?: boolean;
  onBack: () => void;
  onDone: () => void;
  onLater?: () => void;
}) {
  const { phrase, busy = false, onBack, onDone, onLater } = props;
  const words = useMemo(() => splitWords(phrase), [phrase]);
  const places = useMemo(() => pickWordsToConfirm(words.length as MnemonicLength, WORDS_TO_CONFIRM), [words]);
  const [typed, setTyped] = useState<Readonly<Record<number, string>>>({});
  const explain = (place: number): string | undefined => {
    const word = (typed[place] ?? '').trim().toLowerCase();
    if (word === words[place]) return undefined;
    return t(word === '' ? 'confirmPhrase.empty' : 'confirmPhrase.wrong', { place: place + 1 });
  };
  const submit = (): boolean => {
    const isRight = places.every((place) => explain(place) === undefined);
    if (isRight) onDone();
    return isRight;
  };
  return (
    <Form onSubmit={submit}>
      {(submitted) => (
        <>
          {places.map((place) => (
            <TextField
              key={place}
              label={t('confirmPhrase.word', { place: place + 1 })}
              mono
              value={typed[place] ?? ''}
              error={submitted ? explain(place) : undefined}
              onInput={(value) => setTyped({ ...typed, [place]: value })}
            />
          ))}
          <div class="c-actions">
            <Button disabled={busy} onClick={onBack}>
              {t('confirmPhrase.showAgain')}
            </Button>
            <Button variant="primary" type="submit" busy={busy}>
              {t('step.continue')}
            </Button>
          </div>
          {onLater !== undefined && (
            <div class="c-center">
              <Button variant="ghost" onClick={onLater}>
                {t('confirmPhrase.later')}
              </Button>
              <p class="c-faint c-small">{t('confirmPhrase.laterText')}</p>
            </div>
          )}
        </>
      )}
    </Form>
  );
}

const SHOWN_MS = 60_000;

/**
 * State for a secret that is shown briefly: dropped after a minute, when the page is hidden, and with the component.
 */
export function useSecret(): [secret: string | undefined, show: (secret: string | undefined) => void] {
  const [secret, setSecret] = useState<string | undefined>(undefined);
  useEffect(() => {
    if (secret === undefined) return undefined;
    const hide = (): void => setSecret(undefined);
    const hideUnseen = (): void => {
      if (document.visibilityState !== 'visible') hide();
    };
    const timer = setTimeout(hide, SHOWN_MS);
    document.addEventListener('visibilitychange', hideUnseen);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', hideUnseen);
    };
  }, [secret]);
  return [secret, setSecret];
}
