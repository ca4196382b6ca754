import { Button } from '@cairn/ui';
import { splitWords, type MnemonicCheck, type UnknownWord } from '@cairn/wallet';
import { t } from './texts.ts';

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
    <div class="c-stack c-stack--tight w-phrase">
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
