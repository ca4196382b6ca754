import type { Translation } from '../../message.ts';
import type { messages as english } from './en.ts';

export const messages: Translation<typeof english> = {
  'search.title': 'Suche',
  'search.suggestions': 'Wohin es führt',
  'search.recent': 'Letzte Suchen',
  'search.forget': 'Letzte Suchen vergessen',
  'search.height': 'Block {height}',
  'search.heightAbove': 'Block {height} liegt über der Spitze ({tip}); seine Seite wartet auf ihn',
  'search.hash': 'Block- oder Transaktions-ID',
  'search.looking': 'Wird nachgeschlagen …',
  'search.foundBlock': 'Block {height}',
  'search.foundTransaction': 'Transaktion in Block {height}',
  'search.notFound': 'Kein Block und keine bestätigte Transaktion hat diese ID',
  'search.unreachable': 'Die API antwortet nicht; die Suchseite fragt erneut',
  'search.address': 'Adresse des Netzwerks {network}, Prüfsumme stimmt',
  'search.otherNetwork': 'Eine Adresse des Netzwerks {network}; dieser Explorer zeigt {shown}.',
  'search.date': 'Block um {time}',
  'search.coinbase': 'Das ist der Absender, der für neue Coins steht, keine Adresse.',
  'search.tooHigh': 'So hoch kann kein Block liegen.',
  'search.alphabet': 'Keine Adresse: Sie enthält ein Zeichen, das in Adressen nie vorkommt (0, O, I oder l).',
  'search.checksum':
    'Keine Adresse: Ihre Prüfsumme stimmt nicht. Vielleicht ist ein Zeichen falsch geschrieben.',
  'search.foreign': 'Keine Adresse eines Cairn-Netzwerks.',
  'search.hashLength': 'Eine Block- oder Transaktions-ID hat 64 Zeichen; diese hat {length}.',
  'search.addressLength': 'Eine Adresse hat {wanted} Zeichen; diese hat {length}.',
  'search.shortened': 'Diese ID ist gekürzt. Die Kopiertaste daneben kopiert die ganze.',
  'search.badDate': 'Dieses Datum oder diese Uhrzeit gibt es nicht.',
  'search.unknown':
    'Suchen Sie nach einer Höhe, einer Block- oder Transaktions-ID (64 hexadezimale Zeichen), einer Adresse oder einem Datum wie 2026-03-31 18:00 (UTC).',
  'search.nothing': 'Was suchen Sie?',
  'search.nothingText': 'Geben Sie eine Höhe, eine ID, eine Adresse oder ein Datum ein.',
  'search.cannot': 'Keine Treffer für „{text}“',
  'search.noId': 'Kein Block und keine Transaktion hat diese ID',
  'search.noIdText':
    'Die Chain dieses Nodes kennt sie nicht. Eine Transaktion, die noch auf einen Block wartet, erscheint hier nicht.',
  'search.searching': 'Suche läuft …',
  'search.emptyChain': 'Die Chain hat noch keinen Block, also auch keinen zu dieser Zeit.',
};
