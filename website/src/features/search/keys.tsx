import { KeyValueList } from '@cairn/ui';
import type { Translations } from './texts.ts';

/** The keys of every page, for the page About. */
export function KeyList({ translations: { t } }: { translations: Translations }) {
  // Alternatives, each of keys that are pressed together.
  const rows: readonly (readonly [what: string, ...alternatives: readonly string[][]])[] = [
    [t('keys.search'), ['/'], ['Ctrl', 'K'], ['⌘', 'K']],
    [t('keys.move'), ['j'], ['k']],
    [t('keys.open'), ['Enter']],
    [t('keys.help'), ['?']],
    [t('keys.leave'), ['Esc']],
  ];
  return (
    <KeyValueList
      items={rows.map(([label, ...alternatives]) => ({
        label,
        value: (
          <span class="c-row">
            {alternatives.map((keys) => (
              <span key={keys.join('')}>
                {keys.map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </span>
            ))}
          </span>
        ),
      }))}
    />
  );
}
