import type { Translation } from '@cairn/ui/messages.js';
import type { accounts as english } from '../en/accounts.ts';

export const accounts: Translation<typeof english> = {
  'accounts.usualName': 'Konto {index}',
  'accounts.watchedName': 'Beobachtete Adresse',
  'accounts.title': 'Konten',
  'accounts.text':
    'Alle Ihre Konten stammen aus derselben Wiederherstellungsphrase: Sie gibt Zugriff auf jedes davon. Namen bleiben in dieser Wallet.',
  'accounts.own': 'Ihre Konten',
  'accounts.watched': 'Beobachtete Adressen',
  'accounts.watchedText':
    'Adressen, deren Schlüssel nicht in dieser Wallet sind. Sie sehen, was dort geschieht; was Sie von dort senden, muss eine andere Wallet signieren.',
  'accounts.watchOnly': 'Nur beobachtet',
  'accounts.shown': 'Ausgewählt',
  'accounts.show': 'Auswählen',
  'accounts.showNamed': '{name} auswählen',
  'accounts.change': '{name} ändern',
  'accounts.add': 'Konto hinzufügen',
  'accounts.addNext': 'Nächstes Konto hinzufügen',
  'accounts.watch': 'Adresse beobachten',
  'accounts.name': 'Name',
  'accounts.nameHint': 'Leer lassen für „{usual}“.',
  'accounts.nameOptional': 'Optional.',
  'accounts.path': 'Ableitungspfad',
  'accounts.addressLabel': 'Zu beobachtende Adresse',
  'accounts.addressHint': 'Alle 34 Zeichen einer Adresse von {network}.',
  'accounts.remove': 'Aus der Liste entfernen',
  'accounts.removeOwnText':
    'Das Konto behält seine Coins, und Ihre Wiederherstellungsphrase gibt weiterhin Zugriff darauf. „Konto hinzufügen“ oder eine Suche fügt es wieder hinzu.',
  'accounts.removeWatchedText': 'Nur diese Wallet vergisst die Adresse und ihren Namen.',
  'accounts.switch': 'Konto',
  'accounts.yourAddress': 'Ihre Adresse',
  'accounts.watchedAddress': 'Beobachtete Adresse',
  'accounts.addressLater': 'Die Adresse wird angezeigt, sobald Ihre Wiederherstellungsphrase bestätigt ist.',
  'accounts.addressWord': 'Adresse',
  'accounts.qr': 'QR-Code der Adresse {address}',

  'discovery.title': 'Benutzte Konten',
  'discovery.text':
    'Sucht auf der Chain nach Konten Ihrer Wiederherstellungsphrase, die Coins halten oder gesendet haben, bis {gap} hintereinander unbenutzt sind.',
  'discovery.start': 'Nach Konten suchen',
  'discovery.again': 'Erneut suchen',
  'discovery.running': 'Ihre Konten werden gesucht …',
  'discovery.progress': {
    one: '{count} Konto abgefragt, {found} davon benutzt.',
    other: '{count} Konten abgefragt, {found} davon benutzt.',
  },
  'discovery.done': { one: '{count} Konto ist benutzt.', other: '{count} Konten sind benutzt.' },
  'discovery.none': 'Keines der ersten {checked} Konten ist in diesem Netzwerk benutzt.',
  'discovery.added': {
    one: '{count} wurde in die Liste aufgenommen.',
    other: '{count} wurden in die Liste aufgenommen.',
  },
  'discovery.failed': 'Die Suche nach Ihren Konten wurde abgebrochen',
  'discovery.failedText':
    'Möglicherweise sind mehr Konten benutzt, als aufgelistet sind; ihre Coins sind sicher. Starten Sie die Suche neu, wann immer Sie möchten.',
  'discovery.failedDown': 'Der Node hat nicht geantwortet.',
  'discovery.failedNetwork': 'Der Node gehört zu einem anderen Netzwerk als diese Wallet.',
  'discovery.failedStorage': 'Die gefundenen Konten konnten nicht gespeichert werden.',
};
