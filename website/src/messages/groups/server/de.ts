import type { Translation } from '@cairn/ui/messages.js';
import type { messages as english } from './en.ts';

export const messages: Translation<typeof english> = {
  'site.brand': 'Cairn',
  'site.home': 'Cairn-Explorer, Startseite',
  'site.tagline': 'Die Cairn-Chain, wie ein Full Node sie sieht.',
  'nav.main': 'Hauptnavigation',
  'nav.home': 'Start',
  'nav.blocks': 'Blöcke',
  'nav.transactions': 'Transaktionen',
  'nav.addresses': 'Adressen',
  'nav.network': 'Netzwerk',
  'nav.verify': 'Prüfen',
  'nav.api': 'API',
  'nav.about': 'Über Cairn',
  'nav.wallet': 'Wallet öffnen',
  'nav.newTab': '(öffnet einen neuen Tab)',
  'nav.menu': 'Menü',
  'nav.skip': 'Zum Inhalt springen',
  'nav.footer': 'Weitere Seiten',
  'language.label': 'Sprache',
  'language.en': 'English',
  'language.de': 'Deutsch',
  'footer.alpha':
    'Cairn ist Alpha-Software. Bestätigungen zählen die Tiefe im Chain-Verlauf eines einzelnen Nodes und sind keine Endgültigkeit.',
  'preview.badge': 'Vorschau',
  'noscript.static':
    'Diese Seite fragt die API des Explorers aus Ihrem Browser ab; dazu ist JavaScript nötig.',
  'preview.description': 'Eine Vorschau des Cairn-Explorers.',
  'states.noScript': 'Stand {time}. Mit JavaScript aktualisiert sich diese Seite von selbst.',
  'states.noScriptApiDown':
    'Die Explorer-API hat dem Server dieser Website nicht rechtzeitig geantwortet, daher fehlen die Daten. Laden Sie die Seite neu, um es noch einmal zu versuchen.',
  'home.description':
    'Die Cairn-Chain, wie ein Full Node sie sieht: ihre Höhe, ihre neuesten Blöcke und eine Suche über alles darin.',
  'blocks.description': 'Alle Blöcke der Cairn-Chain, die neuesten zuerst.',
  'transactions.description': 'Alle bestätigten Transaktionen der Cairn-Chain, die neuesten zuerst.',
  'search.description': 'Durchsuchen Sie die Cairn-Chain nach Höhe, Block-ID, Transaktions-ID oder Adresse.',
  'block.description': 'Block {reference} der Cairn-Chain: Header, Belohnung, Gebühren und Transaktionen.',
  'transaction.description':
    'Transaktion {reference} der Cairn-Chain: Absender, Empfänger, genauer Betrag und Block.',
  'address.description':
    'Adresse {reference} auf der Cairn-Chain: bestätigtes Guthaben, Nonce und Transaktionen.',
  'addresses.description': 'Die Adressen der Cairn-Chain nach Guthaben, mit ihrem Anteil an allen Coins.',
  'statistics.description':
    'Anzahlen, Beträge und die jüngsten Blöcke der Cairn-Chain in Zahlen und Diagrammen.',
  'charts.description':
    'Transaktionen, Gebühren, Umlauf und mehr der Cairn-Chain im Zeitverlauf: als Diagramm, Tabelle und CSV.',
  'supply.description':
    'Die Coins der Cairn-Chain: wie viele es gibt, die nächste Halbierung und die Emissionskurve.',
  'network.description': 'Der aktuelle Zustand des Nodes, seiner Explorer-API und seines Index.',
  'api.title': 'API',
  'api.description':
    'Die öffentliche, nur lesende API hinter diesem Explorer: Adresse, Routen und Beispiele.',
  'verify.title': 'Prüfen',
  'verify.description':
    'Prüfen Sie eine Transaktion oder einen Beleg im eigenen Browser, ohne der API dieser Website zu vertrauen.',
  'verify.lead':
    'Fügen Sie eine Transaktion oder einen Beleg ein. Ihr Browser prüft die Eingabe hier und sendet nichts davon.',
  'stale.description':
    'Blöcke, die der Node hinter diesem Explorer kennt, die aber nicht in seiner Chain stehen.',
  'nav.personal': 'Meine Namen',
  'nav.settings': 'Anzeige',
  'personal.description': 'Ihre Namen und beobachteten Adressen, nur in Ihrem Browser gespeichert.',
  'personal.noScript': 'Die Namen sind in Ihrem Browser gespeichert; dazu ist JavaScript nötig.',
  'verify.noScript': 'Das Prüfen braucht JavaScript, weil Ihr Browser selbst prüft.',
};
