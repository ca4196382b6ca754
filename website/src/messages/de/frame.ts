import type { frame as english } from '../en/frame.ts';
import type { Translation } from '../message.ts';

export const frame: Translation<typeof english> = {
  'site.name': 'Cairn-Explorer',
  'site.brand': 'Cairn',
  'site.home': 'Cairn-Explorer, Startseite',
  'site.tagline': 'Die Cairn-Chain, wie ein Full Node sie sieht.',
  'nav.main': 'Hauptnavigation',
  'nav.home': 'Start',
  'nav.blocks': 'Blöcke',
  'nav.transactions': 'Transaktionen',
  'nav.addresses': 'Adressen',
  'nav.statistics': 'Statistik',
  'nav.network': 'Netzwerk',
  'nav.verify': 'Prüfen',
  'nav.api': 'API',
  'nav.about': 'Über',
  'nav.menu': 'Menü',
  'nav.skip': 'Zum Inhalt springen',
  'nav.footer': 'Weitere Seiten',
  'language.label': 'Sprache',
  'language.en': 'English',
  'language.de': 'Deutsch',
  'time.zone': 'Zeiten',
  'time.utc': 'UTC',
  'time.local': 'Lokal',
  'time.localHint': 'Zeiten in der Zeitzone dieses Geräts',
  'time.utcHint': 'Zeiten in UTC',
  'footer.alpha':
    'Cairn ist Alpha-Software. Bestätigungen zählen die Tiefe im Chain-Verlauf eines einzelnen Nodes und sind keine Endgültigkeit.',
  'footer.facts': '{network} · Chain {id} · Block {height} · API v{version}',
  'preview.badge': 'Vorschau',
  'notice.loading': 'Wird geladen …',
  'noscript.static':
    'Diese Seite fragt die API des Explorers aus Ihrem Browser ab; dazu ist JavaScript nötig.',
  'preview.description': 'Eine Vorschau des Cairn-Explorers.',
};
