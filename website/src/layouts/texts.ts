import { defineTexts } from '../site/translations.ts';

export const texts = defineTexts({
  'site.home': ['Cairn explorer, home', 'Cairn-Explorer, Startseite'],
  'site.tagline': [
    'The Cairn chain as one full node sees it.',
    'Die Cairn-Chain, wie ein Full Node sie sieht.',
  ],
  'nav.main': ['Main', 'Hauptnavigation'],
  'nav.more': ['More', 'Mehr'],
  'nav.menu': ['Menu', 'Menü'],
  'nav.skip': ['Skip to the content', 'Zum Inhalt springen'],
  'nav.footer': ['More pages', 'Weitere Seiten'],
  'language.label': ['Language', 'Sprache'],
  'language.en': ['English', 'English'],
  'language.de': ['Deutsch', 'Deutsch'],
  'footer.alpha': [
    'Cairn {version}, alpha software under the MIT licence.',
    'Cairn {version}, Alpha-Software unter der MIT-Lizenz.',
  ],
  'preview.badge': ['Preview', 'Vorschau'],
  'noscript.static': [
    'This page loads its data from the explorer API in your browser, which needs JavaScript.',
    'Diese Seite fragt die API des Explorers aus Ihrem Browser ab; dazu ist JavaScript nötig.',
  ],
  'noscript.unchecked': [
    'Nothing on this page was proven: it is the server’s word.',
    'Nichts auf dieser Seite wurde bewiesen: Alles sind Angaben des Servers.',
  ],
  'states.noScript': [
    'As of {time}. With JavaScript, this page updates by itself.',
    'Stand {time}. Mit JavaScript aktualisiert sich diese Seite von selbst.',
  ],
  'states.noScriptApiDown': [
    'The explorer API did not answer this site’s server in time, so the data is missing here. Reload the page to try again.',
    'Die Explorer-API hat dem Server dieser Website nicht rechtzeitig geantwortet, daher fehlen die Daten. Laden Sie die Seite neu, um es noch einmal zu versuchen.',
  ],
  'nav.settings': ['Display', 'Anzeige'],
  'notFound.heading': ['Page not found', 'Seite nicht gefunden'],
  'notFound.text': [
    'Check the URL for a typo, or search above for a block, a transaction or an address.',
    'Prüfen Sie die URL auf Tippfehler, oder suchen Sie oben nach Block, Transaktion oder Adresse.',
  ],
  'fault.heading': ['This page could not be shown', 'Diese Seite konnte nicht erstellt werden'],
  'fault.text': [
    'An error occurred in the explorer itself; its operator finds the cause in the log. The chain does not depend on it.',
    'Im Explorer selbst ist ein Fehler aufgetreten; sein Betreiber findet die Ursache im Log. Die Chain hängt nicht von ihm ab.',
  ],
  'preview.title': ['No chain is connected yet', 'Noch ist keine Chain verbunden'],
  'preview.text': [
    'This is the explorer without an API: below is the shape of the page, without any figure. Two lines bring it to life.',
    'Das ist der Explorer ohne API: Unten steht die Form der Seite, ohne jede Zahl. Zwei Zeilen füllen sie.',
  ],
  'preview.node': ['Start a node, with its index', 'Einen Node mit Index starten'],
  'preview.site': [
    'Start this site with the node’s address',
    'Diese Website mit der Adresse des Nodes starten',
  ],
});

export const { translationsFor } = texts;
