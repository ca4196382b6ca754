import { texts as sharedTexts } from '../../shared/texts.ts';

export const texts = sharedTexts.with({
  'accounts.text': [
    'All your accounts come from one recovery phrase, which gives access to every one of them. Names stay in this wallet.',
    'Alle Ihre Konten stammen aus derselben Wiederherstellungsphrase: Sie gibt Zugriff auf jedes davon. Namen bleiben in dieser Wallet.',
  ],
  'accounts.own': ['Your accounts', 'Ihre Konten'],
  'accounts.watched': ['Watched addresses', 'Beobachtete Adressen'],
  'accounts.watchedText': [
    'Addresses whose keys are not in this wallet. You see what happens there; another wallet has to sign what you send from them.',
    'Adressen, deren Schlüssel nicht in dieser Wallet sind. Sie sehen, was dort geschieht; was Sie von dort senden, muss eine andere Wallet signieren.',
  ],
  'accounts.shown': ['Selected', 'Ausgewählt'],
  'accounts.showNamed': ['Select {name}', '{name} auswählen'],
  'accounts.change': ['Change {name}', '{name} ändern'],
  'accounts.add': ['Add account', 'Konto hinzufügen'],
  'accounts.watch': ['Watch an address', 'Adresse beobachten'],
  'accounts.nameHint': ['Leave empty to use “{usual}”.', 'Leer lassen für „{usual}“.'],
  'accounts.nameOptional': ['Optional.', 'Optional.'],
  'accounts.path': ['Derivation path', 'Ableitungspfad'],
  'accounts.addressLabel': ['Address to watch', 'Zu beobachtende Adresse'],
  'accounts.addressHint': ['All 34 characters, of {network}.', 'Alle 34 Zeichen, von {network}.'],
  'accounts.remove': ['Remove from the list', 'Aus der Liste entfernen'],
  'accounts.removeAsk': ['Remove {name}?', '{name} entfernen?'],
  'accounts.removeConfirm': ['Remove', 'Entfernen'],
  'accounts.removeOwnText': [
    'The account keeps its coins, and your recovery phrase still gives access to it. “Add account” or a search adds it again.',
    'Das Konto behält seine Coins, und Ihre Wiederherstellungsphrase gibt weiterhin Zugriff darauf. „Konto hinzufügen“ oder eine Suche fügt es wieder hinzu.',
  ],
  'accounts.removeWatchedText': ['Only this wallet forgets it.', 'Nur diese Wallet vergisst sie.'],
  'accounts.switch': ['Account', 'Konto'],
  'accounts.addressLater': [
    'Its address is shown once your recovery phrase is confirmed.',
    'Die Adresse wird angezeigt, sobald Ihre Wiederherstellungsphrase bestätigt ist.',
  ],
  'discovery.text': [
    'An account is missing? A search finds those in use, up to {gap} unused ones in a row.',
    'Ein Konto fehlt? Eine Suche findet die benutzten, bis {gap} hintereinander unbenutzt sind.',
  ],
  'discovery.start': ['Look for accounts', 'Nach Konten suchen'],
  'discovery.again': ['Look again', 'Erneut suchen'],
  'discovery.running': ['Looking for your accounts …', 'Ihre Konten werden gesucht …'],
  'discovery.done': [
    { one: '{count} account is in use.', other: '{count} accounts are in use.' },
    { one: '{count} Konto ist benutzt.', other: '{count} Konten sind benutzt.' },
  ],
  'discovery.none': [
    'None of the first {checked} accounts is in use on this network.',
    'Keines der ersten {checked} Konten ist in diesem Netzwerk benutzt.',
  ],
  'discovery.failed': [
    'The search for your accounts was interrupted',
    'Die Suche nach Ihren Konten wurde abgebrochen',
  ],
  'discovery.failedText': [
    'There may be more accounts in use than are listed; their coins are safe. Start it again at any time.',
    'Möglicherweise sind mehr Konten benutzt, als aufgelistet sind; ihre Coins sind sicher. Starten Sie die Suche neu, wann immer Sie möchten.',
  ],
});
export const { t, Rich } = texts;
