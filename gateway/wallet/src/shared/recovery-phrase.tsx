import { Button, TextField } from '@cairn/ui';
import { splitWords, type TypedWords, type WordsQuestion } from '@cairn/wallet';
import { useEffect, useState } from 'preact/hooks';
import { Form, TaskFailure, useTask } from './form.tsx';
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

/** Asks for a few words of the phrase, to check that its owner has it. Nothing of what is typed is stored. */
export function WordsQuiz(props: {
  question: WordsQuestion;
  /** By default it goes on, and the other button shows the words again. */
  action?: string;
  leave?: string;
  onLeave: () => void;
  /** After the right words; a failure is shown. */
  onDone: () => void | Promise<void>;
}) {
  const { question, onLeave, onDone } = props;
  const { action = t('step.continue'), leave = t('confirmPhrase.showAgain') } = props;
  const { places } = question;
  const task = useTask();
  const [typed, setTyped] = useState<TypedWords>(() =>
    Object.fromEntries(places.map((place) => [place, ''])),
  );
  const [last, setLast] = useState<{ typed: TypedWords; wrong: readonly number[] }>({ typed, wrong: [] });
  const check = async (): Promise<void> => {
    const wrong = await question.findWrong(typed);
    setLast({ typed, wrong });
    if (wrong.length === 0) await onDone();
  };
  const problem = (place: number): string | undefined => {
    // Until it is changed.
    if (!last.wrong.includes(place) || typed[place] !== last.typed[place]) return undefined;
    const isEmpty = typed[place]!.trim() === '';
    return t(isEmpty ? 'confirmPhrase.empty' : 'confirmPhrase.wrong', { place: place + 1 });
  };
  return (
    <Form onSubmit={() => task.run(check)} rejected={last.wrong.length > 0 && last}>
      {places.map((place) => (
        <TextField
          key={place}
          label={t('confirmPhrase.word', { place: place + 1 })}
          mono
          value={typed[place]!}
          error={problem(place)}
          onInput={(value) => setTyped({ ...typed, [place]: value })}
        />
      ))}
      <TaskFailure task={task} />
      <div class="c-actions">
        <Button disabled={task.busy} onClick={onLeave}>
          {leave}
        </Button>
        <Button variant="primary" type="submit" busy={task.busy}>
          {action}
        </Button>
      </div>
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
