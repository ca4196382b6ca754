import { defineTexts, type TranslationsOf } from '../../site/translations.ts';

export const texts = defineTexts({
  'search.description': [
    'Search the Cairn chain by height, block ID, transaction ID or address.',
    'Durchsuchen Sie die Cairn-Chain nach Höhe, Block-ID, Transaktions-ID oder Adresse.',
  ],
  'search.heightAbove': [
    'Block {height} is above the tip ({tip}); its page waits for it',
    'Block {height} liegt über der Spitze ({tip}); seine Seite wartet auf ihn',
  ],
  'search.hash': ['Block or transaction ID', 'Block- oder Transaktions-ID'],
  'search.looking': ['Looking it up …', 'Wird nachgeschlagen …'],
  'search.foundBlock': ['Block {height}', 'Block {height}'],
  'search.foundTransaction': ['Transaction in block {height}', 'Transaktion in Block {height}'],
  'search.part': ['Beginning of an ID or address', 'Anfang einer ID oder Adresse'],
  'search.partNotFound': [
    'Nothing on this chain begins with these characters.',
    'Nichts in dieser Chain beginnt mit diesen Zeichen.',
  ],
  'search.foundAddress': ['Address {id}', 'Adresse {id}'],
  'search.noIndex': [
    'This node cannot search for parts of an ID: it has no index.',
    'Dieser Node kann keine Teile einer ID suchen: Er hat keinen Index.',
  ],
  'search.notFound': [
    'No block and no confirmed transaction has this ID',
    'Kein Block und keine bestätigte Transaktion hat diese ID',
  ],
  'search.wait': [
    'Watch for a transaction with this ID',
    'Nach einer Transaktion mit dieser ID Ausschau halten',
  ],
  'search.unreachable': [
    'The API does not answer; the search page will ask again',
    'Die API antwortet nicht; die Suchseite fragt erneut',
  ],
  'search.address': [
    'Address of {network}, checksum correct',
    'Adresse des Netzwerks {network}, Prüfsumme stimmt',
  ],
  'search.otherNetwork': [
    'An address of {network}; this explorer shows {shown}.',
    'Eine Adresse des Netzwerks {network}; dieser Explorer zeigt {shown}.',
  ],
  'search.date': ['Block at {time}', 'Block um {time}'],
  'search.nothing': ['What are you looking for?', 'Was suchen Sie?'],
  'search.nothingText': [
    'Type a height, an ID, an address or a date.',
    'Geben Sie eine Höhe, eine ID, eine Adresse oder ein Datum ein.',
  ],
  'search.results': ['Results', 'Treffer'],
  'search.cannot': ['No results for “{text}”', 'Keine Treffer für „{text}“'],
  'palette.title': ['Search and commands', 'Suche und Befehle'],
  'palette.placeholder': ['Search, or type a command', 'Suchen oder Befehl eingeben'],
  'palette.group.found': ['On the chain', 'Auf der Chain'],
  'palette.group.labels': ['Labels', 'Namen'],
  'palette.group.pages': ['Pages', 'Seiten'],
  'palette.group.settings': ['Settings', 'Einstellungen'],
  'palette.none': ['No results.', 'Keine Treffer.'],
  'palette.newest': ['Newest block', 'Neuester Block'],
  'palette.first': ['First block', 'Erster Block'],
  'palette.figures': [
    'charts fees volume difficulty hash rate',
    'Diagramme Gebühren Volumen Schwierigkeit Hashrate',
  ],
  'palette.singleKeys.on': ['Single keys on', 'Einzelne Tasten ein'],
  'palette.singleKeys.off': ['Single keys off', 'Einzelne Tasten aus'],
  'palette.wallet': ['Wallet', 'Wallet'],
  'palette.theme.light': ['Light theme', 'Helles Farbschema'],
  'palette.theme.dark': ['Dark theme', 'Dunkles Farbschema'],
  'palette.theme.system': ['Theme of the system', 'Farbschema des Systems'],
  'palette.unit.crn': ['Amounts in CRN', 'Beträge in CRN'],
  'palette.unit.pebbles': ['Amounts in pebbles', 'Beträge in Pebbles'],
  'palette.zone.utc': ['Times in UTC', 'Zeiten in UTC'],
  'palette.zone.local': ['Times in the time zone of this device', 'Zeiten in der Zeitzone dieses Geräts'],
  'palette.language.en': ['English', 'English'],
  'palette.language.de': ['Deutsch', 'Deutsch'],
  'palette.keys': ['Keyboard shortcuts', 'Tastenkürzel'],
  'palette.labelled.addr': ['address {reference}', 'Adresse {reference}'],
  'palette.labelled.tx': ['transaction {reference}', 'Transaktion {reference}'],
  'palette.labelled.block': ['block {reference}', 'Block {reference}'],
  'palette.choose': ['choose', 'wählen'],
  'palette.open': ['open', 'öffnen'],
  'palette.close': ['close', 'schließen'],
  'keys.search': ['Search and commands', 'Suche und Befehle'],
  'keys.move': ['Next and previous row of a list', 'Nächste und vorige Zeile einer Liste'],
  'keys.open': ['Open the row', 'Zeile öffnen'],
  'keys.help': ['Show these keys', 'Diese Tasten zeigen'],
  'keys.leave': ['Close', 'Schließen'],
});

export const { translationsFor, useTranslations } = texts;

export type Translations = TranslationsOf<typeof texts>;
