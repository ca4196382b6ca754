import { defineTexts } from '@cairn/ui/messages.js';
import { texts as sharedTexts } from '../../shared/texts.ts';

export const texts = defineTexts(
  {
    en: {
      'accounts.text':
        'All your accounts come from one recovery phrase, which gives access to every one of them. Names stay in this wallet.',
      'accounts.own': 'Your accounts',
      'accounts.watched': 'Watched addresses',
      'accounts.watchedText':
        'Addresses whose keys are not in this wallet. You see what happens there; another wallet has to sign what you send from them.',
      'accounts.watchOnly': 'Watch only',
      'accounts.shown': 'Selected',
      'accounts.show': 'Select',
      'accounts.showNamed': 'Select {name}',
      'accounts.change': 'Change {name}',
      'accounts.add': 'Add account',
      'accounts.addNext': 'Add the next account',
      'accounts.watch': 'Watch an address',
      'accounts.name': 'Name',
      'accounts.nameHint': 'Leave empty to use “{usual}”.',
      'accounts.nameOptional': 'Optional.',
      'accounts.path': 'Derivation path',
      'accounts.addressLabel': 'Address to watch',
      'accounts.addressHint': 'All 34 characters of an address of {network}.',
      'accounts.remove': 'Remove from the list',
      'accounts.removeOwnText':
        'The account keeps its coins, and your recovery phrase still gives access to it. “Add account” or a search adds it again.',
      'accounts.removeWatchedText': 'Only this wallet forgets the address and its name.',
      'accounts.switch': 'Account',
      'accounts.addressLater': 'Its address is shown once your recovery phrase is confirmed.',
      'discovery.title': 'Accounts in use',
      'discovery.text':
        'Searches the chain for accounts of your recovery phrase that hold coins or have sent some. It stops after {gap} unused accounts in a row.',
      'discovery.start': 'Look for accounts',
      'discovery.again': 'Look again',
      'discovery.running': 'Looking for your accounts …',
      'discovery.progress': {
        one: '{count} account checked, {found} in use so far.',
        other: '{count} accounts checked, {found} in use so far.',
      },
      'discovery.done': { one: '{count} account is in use.', other: '{count} accounts are in use.' },
      'discovery.none': 'None of the first {checked} accounts is in use on this network.',
      'discovery.added': { one: '{count} was added to the list.', other: '{count} were added to the list.' },
      'discovery.failed': 'The search for your accounts was interrupted',
      'discovery.failedText':
        'There may be more accounts in use than are listed; their coins are safe. Start it again at any time.',
    },
    de: {
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
      'accounts.addressLater':
        'Die Adresse wird angezeigt, sobald Ihre Wiederherstellungsphrase bestätigt ist.',
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
    },
  },
  sharedTexts,
);
export const { t, Rich } = texts;
