import { Button } from '@cairn/ui';
import type { MnemonicCheck } from '@cairn/wallet';

/** What the phrase amounts to so far, in words, with completions of the word being typed. */
export function PhraseFeedback({
  check,
  onComplete,
}: {
  check: MnemonicCheck;
  onComplete: (word: string) => void;
}) {
  const suggestions = check.state === 'typing' ? check.suggestions : [];
  return (
    <div class="w-phrase">
      <p class={`w-phrase__state w-phrase__state--${toneOf(check)}`} role="status">
        {describe(check)}
      </p>
      {suggestions.length > 0 && (
        <div class="c-row" role="group" aria-label="Completions">
          {suggestions.map((word) => (
            <Button key={word} size="sm" label={`Complete to ${word}`} onClick={() => onComplete(word)}>
              {word}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}

/** The text with its last word finished, and room for the next one. */
export function replaceLastWord(text: string, word: string): string {
  return `${text.replace(/\S*$/, '')}${word} `;
}

function toneOf(check: MnemonicCheck): 'good' | 'bad' | 'open' {
  if (check.state === 'valid') return 'good';
  return check.state === 'empty' || check.state === 'typing' ? 'open' : 'bad';
}

function describe(check: MnemonicCheck): string {
  const { length } = check.words;
  switch (check.state) {
    case 'empty':
      return '';
    case 'typing':
      return `${length} ${length === 1 ? 'word' : 'words'} so far.`;
    case 'valid':
      return `${length} words, and they add up.`;
    case 'wrong_count':
      return `A phrase has 12 or 24 words; this has ${length}.`;
    case 'bad_checksum':
      return `All ${length} words exist, but together they do not add up: one is wrong, or two are swapped.`;
    case 'unknown_words':
      return check.unknown.map(describeUnknown).join(' ');
  }
  return '';
}

function describeUnknown({
  index,
  word,
  suggestions,
}: {
  index: number;
  word: string;
  suggestions: readonly string[];
}) {
  const maybe = suggestions.length > 0 ? ` Perhaps ${suggestions.join(', ')}?` : '';
  return `Word ${index + 1}, “${word}”, is not in the list.${maybe}`;
}
