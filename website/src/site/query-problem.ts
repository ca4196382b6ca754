import { defineTexts } from './translations.ts';
import type { QueryProblem } from './classify.ts';
import type { Locale } from './locale.ts';

export const texts = defineTexts({
  'search.alphabet': [
    'Not an address: it has a character that addresses never use (0, O, I or l).',
    'Keine Adresse: Sie enthält ein Zeichen, das in Adressen nie vorkommt (0, O, I oder l).',
  ],
  'search.checksum': [
    'Not an address: its checksum does not match. A character may be mistyped.',
    'Keine Adresse: Ihre Prüfsumme stimmt nicht. Vielleicht ist ein Zeichen falsch geschrieben.',
  ],
  'search.foreign': ['Not an address of any Cairn network.', 'Keine Adresse eines Cairn-Netzwerks.'],
  'search.coinbase': [
    'This stands for new coins; it is not an address.',
    'Das steht für neue Coins und ist keine Adresse.',
  ],
  'search.tooHigh': ['No block can be that high.', 'So hoch kann kein Block liegen.'],
  'search.shortened': [
    'This ID is shortened. Copy the full one with the copy button.',
    'Diese ID ist gekürzt. Kopieren Sie die ganze mit der Schaltfläche zum Kopieren.',
  ],
  'search.badDate': ['There is no such date or time.', 'Dieses Datum oder diese Uhrzeit gibt es nicht.'],
  'search.otherNetwork': [
    'An address of {network}; this explorer shows {shown}.',
    'Eine Adresse des Netzwerks {network}; dieser Explorer zeigt {shown}.',
  ],
  'search.anotherNetwork': ['another network', 'ein anderes Netzwerk'],
  'search.unknown': [
    'Search for a height, for six or more characters that begin an ID or address, or for a date such as 2026-03-31 18:00 (UTC).',
    'Suchen Sie nach einer Höhe, nach mindestens sechs Zeichen vom Anfang einer ID oder Adresse oder nach einem Datum wie 31.03.2026 18:00 (UTC).',
  ],
});

/** Why a text names nothing on the chain. */
export const queryProblemText = (problem: QueryProblem, locale: Locale): string =>
  texts.translationsFor(locale).t(`search.${problem}`);

/** Why an address of one network is none here. @param shown the network of this explorer, if it is known */
export function otherNetworkText(network: string, shown: string | undefined, locale: Locale): string {
  const { t } = texts.translationsFor(locale);
  return t('search.otherNetwork', { network, shown: shown ?? t('search.anotherNetwork') });
}
