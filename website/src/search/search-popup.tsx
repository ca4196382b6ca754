import { classes } from '@cairn/ui';
import { useWords } from '../messages/context.tsx';
import type { Offer, Suggestion } from './suggestions.ts';

export interface SearchPopupProps {
  /** Prefix of the identifiers that the field refers to. */
  id: string;
  shown: boolean;
  offer: Offer;
  /** Index of the chosen option; -1 for none. */
  active: number;
  /** Enter was pressed on a text that leads nowhere: until then nothing is held against it. */
  refused: boolean;
  /** Whether the options are recent searches. */
  isRecent: boolean;
  onChoose: (suggestion: Suggestion) => void;
  onForget: () => void;
}

/** Below the search field: its options and what is said about the text. The field keeps the focus throughout. */
export function SearchPopup(props: SearchPopupProps) {
  const { id, shown, offer, active, refused, isRecent, onChoose, onForget } = props;
  const { t } = useWords();
  const { suggestions, hint, bad } = offer;
  const label = t(isRecent ? 'search.recent' : 'search.suggestions');
  return (
    // A press must not take the focus from the field, which would close this before the click.
    <div
      class={classes('search__popup', shown && 'search__popup--shown')}
      onMouseDown={(event) => event.preventDefault()}
    >
      {isRecent && suggestions.length > 0 && (
        <div class="search__head">
          <span>{label}</span>
          <button type="button" class="search__forget" onClick={onForget}>
            {t('search.forget')}
          </button>
        </div>
      )}
      <ul class="search__list" id={`${id}-list`} role="listbox" aria-label={label}>
        {suggestions.map((suggestion, index) => (
          <li
            key={suggestion.query}
            id={`${id}-${index}`}
            class={classes('search__option', index === active && 'search__option--active')}
            role="option"
            aria-selected={index === active ? 'true' : 'false'}
            onClick={() => onChoose(suggestion)}
          >
            {suggestion.text}
          </li>
        ))}
      </ul>
      <p
        class={classes('search__hint', bad && refused && 'search__hint--bad')}
        id={`${id}-hint`}
        role="status"
      >
        {shown ? hint : ''}
      </p>
    </div>
  );
}
