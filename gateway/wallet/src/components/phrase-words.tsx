import { splitWords } from '@cairn/wallet';
import { t } from '../messages/messages.ts';

/** The words of a phrase, numbered. They are shown to be written down: nothing here copies them. */
export function PhraseWords({ phrase }: { phrase: string }) {
  return (
    <ol class="w-words" aria-label={t('phrase.list')} translate={false}>
      {splitWords(phrase).map((word, index) => (
        <li class="w-words__item" key={index}>
          <span class="w-words__place" aria-hidden="true">
            {index + 1}
          </span>
          <span class="w-words__word">{word}</span>
        </li>
      ))}
    </ol>
  );
}
