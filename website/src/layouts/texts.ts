import { defineTexts } from '../site/translations.ts';

export const texts = defineTexts({
  en: {
    'site.home': 'Cairn explorer, home',
    'site.tagline': 'The Cairn chain as one full node sees it.',
    'nav.main': 'Main',
    'nav.more': 'More',
    'nav.menu': 'Menu',
    'nav.skip': 'Skip to the content',
    'nav.footer': 'More pages',
    'language.label': 'Language',
    'language.en': 'English',
    'language.de': 'Deutsch',
    'footer.alpha': 'Cairn {version} is alpha software. More confirmations make a payment harder to reverse.',
    'preview.badge': 'Preview',
    'noscript.static':
      'This page loads its data from the explorer API in your browser, which needs JavaScript.',
    'preview.description': 'A preview of the Cairn explorer.',
    'states.noScript': 'As of {time}. With JavaScript, this page updates by itself.',
    'states.noScriptApiDown':
      'The explorer API did not answer this site’s server in time, so the data is missing here. Reload the page to try again.',
    'nav.settings': 'Display',
    'notFound.title': 'Not found',
    'notFound.heading': 'Page not found',
    'notFound.description': 'Page not found.',
    'notFound.text': 'Check the URL for a typo. Blocks, transactions and addresses have their own pages.',
    'fault.title': 'Error',
    'fault.heading': 'This page could not be shown',
    'fault.description': 'An error occurred in the explorer.',
    'fault.text':
      'An error occurred in the explorer itself; its operator finds the cause in the log. The chain is not affected.',
    'preview.compactTitle': 'This is a preview',
    'preview.compactText': 'This build is connected to no node, so it shows no chain data.',
    'preview.title': 'The Cairn explorer without a chain',
    'preview.lead':
      'This is a preview: the site was built without the address of an explorer API, so there is no chain to show. Rather than invent figures, it shows none.',
    'preview.blocks': '{what} with their headers, sizes, rewards and transactions',
    'preview.blocksName': 'Blocks',
    'preview.transactions': '{what} with exact amounts, and how deep they are in the node’s history',
    'preview.transactionsName': 'Transactions',
    'preview.addresses': '{what} with their confirmed balance and nonce',
    'preview.addressesName': 'Addresses',
    'preview.how': 'To show a chain, build the site with {setting} set to the API’s origin.',
  },
  de: {
    'site.home': 'Cairn-Explorer, Startseite',
    'site.tagline': 'Die Cairn-Chain, wie ein Full Node sie sieht.',
    'nav.main': 'Hauptnavigation',
    'nav.more': 'Mehr',
    'nav.menu': 'Menü',
    'nav.skip': 'Zum Inhalt springen',
    'nav.footer': 'Weitere Seiten',
    'language.label': 'Sprache',
    'language.en': 'English',
    'language.de': 'Deutsch',
    'footer.alpha':
      'Cairn {version} ist Alpha-Software. Je mehr Bestätigungen, desto schwerer lässt sich eine Zahlung rückgängig machen.',
    'preview.badge': 'Vorschau',
    'noscript.static':
      'Diese Seite fragt die API des Explorers aus Ihrem Browser ab; dazu ist JavaScript nötig.',
    'preview.description': 'Eine Vorschau des Cairn-Explorers.',
    'states.noScript': 'Stand {time}. Mit JavaScript aktualisiert sich diese Seite von selbst.',
    'states.noScriptApiDown':
      'Die Explorer-API hat dem Server dieser Website nicht rechtzeitig geantwortet, daher fehlen die Daten. Laden Sie die Seite neu, um es noch einmal zu versuchen.',
    'nav.settings': 'Anzeige',
    'notFound.title': 'Nicht gefunden',
    'notFound.heading': 'Seite nicht gefunden',
    'notFound.description': 'Seite nicht gefunden.',
    'notFound.text':
      'Prüfen Sie die URL auf Tippfehler. Blöcke, Transaktionen und Adressen haben eigene Seiten.',
    'fault.title': 'Fehler',
    'fault.heading': 'Diese Seite konnte nicht erstellt werden',
    'fault.description': 'Im Explorer ist ein Fehler aufgetreten.',
    'fault.text':
      'Im Explorer selbst ist ein Fehler aufgetreten; sein Betreiber findet die Ursache im Log. Die Chain ist nicht betroffen.',
    'preview.compactTitle': 'Dies ist eine Vorschau',
    'preview.compactText':
      'Dieser Build ist mit keinem Node verbunden und zeigt daher keine Daten der Chain.',
    'preview.title': 'Der Cairn-Explorer ohne Chain',
    'preview.lead':
      'Dies ist eine Vorschau (preview): Die Website wurde ohne die Adresse einer Explorer-API gebaut, es gibt also keine Chain zu zeigen. Statt Zahlen zu erfinden, zeigt sie keine.',
    'preview.blocks': '{what} mit Header, Größe, Belohnung und Transaktionen',
    'preview.blocksName': 'Blöcke',
    'preview.transactions': '{what} mit genauen Beträgen und ihrer Tiefe im Chain-Verlauf des Nodes',
    'preview.transactionsName': 'Transaktionen',
    'preview.addresses': '{what} mit bestätigtem Guthaben und Nonce',
    'preview.addressesName': 'Adressen',
    'preview.how':
      'Um eine Chain zu zeigen, bauen Sie die Website mit {setting}, gesetzt auf die Adresse der API.',
  },
});

export const { translationsFor } = texts;
