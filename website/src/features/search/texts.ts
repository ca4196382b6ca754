import { defineTexts, type TranslationsOf } from '../../site/translations.ts';

export const texts = defineTexts({
  'search.description': [
    'Search the Cairn chain by height, block ID, transaction ID or address.',
    'Durchsuchen Sie die Cairn-Chain nach Höhe, Block-ID, Transaktions-ID oder Adresse.',
  ],
  'search.results': ['Results', 'Treffer'],
  'search.for': ['Results for “{text}”', 'Treffer für „{text}“'],
  'search.noneFor': ['Nothing found for “{text}”', 'Nichts gefunden für „{text}“'],
  'search.group.examples': ['Examples', 'Beispiele'],
  'search.example.height': ['a block by its height', 'ein Block nach seiner Höhe'],
  'search.example.prefix': ['the beginning of an ID or address', 'der Anfang einer ID oder Adresse'],
  'search.example.ago': ['1h ago', 'vor 1 Std.'],
  'search.example.time': ['the block at a time', 'der Block zu einer Zeit'],
  'search.example.words': ['fees', 'Gebühren'],
  'search.example.page': ['a page by its words', 'eine Seite nach ihren Wörtern'],
  'search.keys.choose': ['choose', 'wählen'],
  'search.keys.open': ['open', 'öffnen'],
  'search.keys.close': ['close', 'schließen'],
  'search.group.chain': ['On the chain', 'Auf der Chain'],
  'search.word': ['the server’s word', 'Angabe des Servers'],
  'search.group.labels': ['Labels', 'Namen'],
  'search.group.pages': ['Pages', 'Seiten'],
  'search.group.settings': ['Settings', 'Einstellungen'],
  'search.found.block': ['Block {height}', 'Block {height}'],
  'search.found.transaction': ['Transaction in block {height}', 'Transaktion in Block {height}'],
  'search.found.address': ['Address', 'Adresse'],
  'search.above': ['not mined yet; the newest is {tip}', 'noch nicht da; der neueste ist {tip}'],
  'search.wait': [
    'Watch for a transaction with this ID',
    'Nach einer Transaktion mit dieser ID Ausschau halten',
  ],
  'search.labelled.addr': ['address {reference}', 'Adresse {reference}'],
  'search.labelled.tx': ['transaction {reference}', 'Transaktion {reference}'],
  'search.labelled.block': ['block {reference}', 'Block {reference}'],
  'search.looking': ['Looking it up …', 'Wird nachgeschlagen …'],
  'search.none': ['No results.', 'Keine Treffer.'],
  'search.notFound': [
    'No block and no confirmed transaction has this ID.',
    'Kein Block und keine bestätigte Transaktion hat diese ID.',
  ],
  'search.partNotFound': [
    'Nothing on this chain begins with these characters.',
    'Nichts in dieser Chain beginnt mit diesen Zeichen.',
  ],
  'search.noIndex': [
    'This node cannot search for parts of an ID: it has no index.',
    'Dieser Node kann keine Teile einer ID suchen: Er hat keinen Index.',
  ],
  'search.unreachable': [
    'The API does not answer. Press Enter to keep asking.',
    'Die API antwortet nicht. Mit Enter fragen Sie weiter.',
  ],
  'search.newest': ['Newest block', 'Neuester Block'],
  'search.first': ['First block', 'Erster Block'],
  'search.figures': [
    'charts fees volume difficulty hash rate',
    'Diagramme Gebühren Volumen Schwierigkeit Hashrate',
  ],
  'search.wallet': ['Wallet', 'Wallet'],
  'search.theme.light': ['Light theme', 'Helles Farbschema'],
  'search.theme.dark': ['Dark theme', 'Dunkles Farbschema'],
  'search.theme.system': ['Theme of the system', 'Farbschema des Systems'],
  'search.language.en': ['English', 'English'],
  'search.language.de': ['Deutsch', 'Deutsch'],
  'search.singleKeys.on': ['Single keys on', 'Einzelne Tasten ein'],
  'search.singleKeys.off': ['Single keys off', 'Einzelne Tasten aus'],
  'keys.title': ['Keyboard shortcuts', 'Tastenkürzel'],
  'keys.search': ['Search and commands', 'Suche und Befehle'],
  'keys.neighbours': ['Previous and next block', 'Voriger und nächster Block'],
  'keys.help': ['Show these keys', 'Diese Tasten zeigen'],
  'keys.close': ['Close', 'Schließen'],
  'keys.switch': [
    'The single keys can be switched off in the display settings.',
    'Die einzelnen Tasten lassen sich in den Anzeige-Einstellungen abschalten.',
  ],
});

export const { translationsFor, useTranslations } = texts;

export type Translations = TranslationsOf<typeof texts>;
