import { defineTexts } from './translations.ts';
import type { QueryProblem } from './classify.ts';
import type { Locale } from './locale.ts';

export const texts = defineTexts({
  en: {
    'search.alphabet': 'Not an address: it has a character that addresses never use (0, O, I or l).',
    'search.checksum': 'Not an address: its checksum does not match. A character may be mistyped.',
    'search.foreign': 'Not an address of any Cairn network.',
    'search.coinbase': 'This stands for new coins; it is not an address.',
    'search.tooHigh': 'No block can be that high.',
    'search.shortened': 'This ID is shortened. Copy the full one with the copy button.',
    'search.badDate': 'There is no such date or time.',
    'search.unknown': 'Search for a height, an ID, an address, or a date such as 2026-03-31 18:00 (UTC).',
  },
  de: {
    'search.alphabet':
      'Keine Adresse: Sie enthält ein Zeichen, das in Adressen nie vorkommt (0, O, I oder l).',
    'search.checksum':
      'Keine Adresse: Ihre Prüfsumme stimmt nicht. Vielleicht ist ein Zeichen falsch geschrieben.',
    'search.foreign': 'Keine Adresse eines Cairn-Netzwerks.',
    'search.coinbase': 'Das steht für neue Coins und ist keine Adresse.',
    'search.tooHigh': 'So hoch kann kein Block liegen.',
    'search.shortened': 'Diese ID ist gekürzt. Kopieren Sie die ganze mit der Schaltfläche zum Kopieren.',
    'search.badDate': 'Dieses Datum oder diese Uhrzeit gibt es nicht.',
    'search.unknown': 'Suchen Sie nach Höhe, ID, Adresse oder Datum wie 31.03.2026 18:00 (UTC).',
  },
});

/** Why a text names nothing on the chain. */
export const queryProblemText = (problem: QueryProblem, locale: Locale): string =>
  texts.translationsFor(locale).t(`search.${problem}`);
