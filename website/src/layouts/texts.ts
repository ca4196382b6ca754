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
    'Cairn {version} is alpha software. More confirmations make a payment harder to reverse.',
    'Cairn {version} ist Alpha-Software. Je mehr Bestätigungen, desto schwerer lässt sich eine Zahlung rückgängig machen.',
  ],
  'preview.badge': ['Preview', 'Vorschau'],
  'noscript.static': [
    'This page loads its data from the explorer API in your browser, which needs JavaScript.',
    'Diese Seite fragt die API des Explorers aus Ihrem Browser ab; dazu ist JavaScript nötig.',
  ],
  'preview.description': ['A preview of the Cairn explorer.', 'Eine Vorschau des Cairn-Explorers.'],
  'states.noScript': [
    'As of {time}. With JavaScript, this page updates by itself.',
    'Stand {time}. Mit JavaScript aktualisiert sich diese Seite von selbst.',
  ],
  'states.noScriptApiDown': [
    'The explorer API did not answer this site’s server in time, so the data is missing here. Reload the page to try again.',
    'Die Explorer-API hat dem Server dieser Website nicht rechtzeitig geantwortet, daher fehlen die Daten. Laden Sie die Seite neu, um es noch einmal zu versuchen.',
  ],
  'nav.settings': ['Display', 'Anzeige'],
  'notFound.title': ['Not found', 'Nicht gefunden'],
  'notFound.heading': ['Page not found', 'Seite nicht gefunden'],
  'notFound.description': ['Page not found.', 'Seite nicht gefunden.'],
  'notFound.text': [
    'Check the URL for a typo. Blocks, transactions and addresses have their own pages.',
    'Prüfen Sie die URL auf Tippfehler. Blöcke, Transaktionen und Adressen haben eigene Seiten.',
  ],
  'fault.title': ['Error', 'Fehler'],
  'fault.heading': ['This page could not be shown', 'Diese Seite konnte nicht erstellt werden'],
  'fault.description': ['An error occurred in the explorer.', 'Im Explorer ist ein Fehler aufgetreten.'],
  'fault.text': [
    'An error occurred in the explorer itself; its operator finds the cause in the log. The chain is not affected.',
    'Im Explorer selbst ist ein Fehler aufgetreten; sein Betreiber findet die Ursache im Log. Die Chain ist nicht betroffen.',
  ],
  'preview.compactTitle': ['This is a preview', 'Dies ist eine Vorschau'],
  'preview.compactText': [
    'This build is connected to no node, so it shows no chain data.',
    'Dieser Build ist mit keinem Node verbunden und zeigt daher keine Daten der Chain.',
  ],
  'preview.title': ['The Cairn explorer without a chain', 'Der Cairn-Explorer ohne Chain'],
  'preview.lead': [
    'This is a preview: the site was built without the address of an explorer API, so there is no chain to show. Rather than invent figures, it shows none.',
    'Dies ist eine Vorschau (preview): Die Website wurde ohne die Adresse einer Explorer-API gebaut, es gibt also keine Chain zu zeigen. Statt Zahlen zu erfinden, zeigt sie keine.',
  ],
  'preview.blocks': [
    'Blocks with their headers, sizes, rewards and transactions',
    'Blöcke mit Header, Größe, Belohnung und Transaktionen',
  ],
  'preview.transactions': [
    'Transactions with exact amounts, and how deep they are in the node’s history',
    'Transaktionen mit genauen Beträgen und ihrer Tiefe im Chain-Verlauf des Nodes',
  ],
  'preview.addresses': [
    'Addresses with their confirmed balance and nonce',
    'Adressen mit bestätigtem Guthaben und Nonce',
  ],
  'preview.how': [
    'To show a chain, build the site with PUBLIC_EXPLORER_API_URL set to the API’s origin.',
    'Um eine Chain zu zeigen, bauen Sie die Website mit PUBLIC_EXPLORER_API_URL, gesetzt auf die Adresse der API.',
  ],
});

export const { translationsFor } = texts;
