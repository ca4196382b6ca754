import { defineTexts } from '@cairn/ui/messages.js';
import { texts as sharedTexts } from '../../shared/texts.ts';

export const texts = defineTexts(
  {
    en: {
      'activity.transactions': 'Transactions',
      'activity.filters': 'Filters',
      'activity.search': 'Search names, addresses, labels, amounts, IDs',
      'activity.direction': 'Direction',
      'activity.direction.all': 'In and out',
      'activity.direction.in': 'Received',
      'activity.direction.out': 'Sent',
      'activity.direction.self': 'Sent to yourself',
      'activity.direction.reward': 'Block rewards',
      'activity.status': 'Status',
      'activity.status.all': 'Any status',
      'activity.status.pending': 'Pending',
      'activity.status.confirmed': 'Confirmed',
      'activity.clear': 'Clear filters',
      'activity.none': 'Nothing yet',
      'activity.noneText': 'Transfers of this account will be listed here.',
      'activity.noMatch': 'No transaction matches',
      'activity.noMatchText': {
        one: 'The only loaded transaction was searched.',
        other: 'All {count} loaded transactions were searched.',
      },
      'activity.matches': { one: '{count} match', other: '{count} matches' },
      'activity.searched': {
        one: 'in the last transaction',
        other: 'in the last {count} transactions; older ones are not loaded',
      },
      'activity.searchedAll': { one: 'in the only transaction', other: 'in all {count} transactions' },
      'activity.searchOlder': 'Search further back',
      'activity.older': 'Show older',
      'activity.end': 'This is the whole history.',
      'activity.olderFailed': 'Older transactions could not be loaded. They still exist; try again.',
      'export.open': 'Export CSV',
      'export.title': 'Export as CSV',
      'export.text':
        'The whole history of {account}, from the newest transaction to the first, with exact amounts in CRN and pebbles and times in UTC. The file is not encrypted.',
      'export.hidden': 'Amounts are hidden on screen. The file would show all of them.',
      'export.hiddenConfirm': 'Write the amounts into the file',
      'export.start': 'Export',
      'export.running': { one: '{count} transaction written…', other: '{count} transactions written…' },
      'export.done': {
        one: '{count} transaction is in the file. The browser saves it among its downloads.',
        other: '{count} transactions are in the file. The browser saves it among its downloads.',
      },
      'export.cancelled': 'Cancelled: no file was written.',
      'export.failed':
        'The export was interrupted: the node stopped answering. No file was written; try again.',
    },
    de: {
      'activity.transactions': 'Transaktionen',
      'activity.filters': 'Filter',
      'activity.search': 'Namen, Adressen, Beträge, IDs suchen',
      'activity.direction': 'Richtung',
      'activity.direction.all': 'Ein- und ausgehend',
      'activity.direction.in': 'Empfangen',
      'activity.direction.out': 'Gesendet',
      'activity.direction.self': 'An sich selbst gesendet',
      'activity.direction.reward': 'Blockbelohnungen',
      'activity.status': 'Status',
      'activity.status.all': 'Jeder Status',
      'activity.status.pending': 'Ausstehend',
      'activity.status.confirmed': 'Bestätigt',
      'activity.clear': 'Filter zurücksetzen',
      'activity.none': 'Noch nichts',
      'activity.noneText': 'Hier erscheinen die Überweisungen dieses Kontos.',
      'activity.noMatch': 'Keine passende Transaktion',
      'activity.noMatchText': {
        one: 'Durchsucht wurde die einzige geladene Transaktion.',
        other: 'Durchsucht wurden alle {count} geladenen Transaktionen.',
      },
      'activity.matches': { one: '{count} Treffer', other: '{count} Treffer' },
      'activity.searched': {
        one: 'in der letzten Transaktion',
        other: 'in den letzten {count} Transaktionen; ältere sind noch nicht geladen',
      },
      'activity.searchedAll': { one: 'in der einzigen Transaktion', other: 'in allen {count} Transaktionen' },
      'activity.searchOlder': 'Weiter zurück suchen',
      'activity.older': 'Ältere anzeigen',
      'activity.end': 'Das ist der gesamte Verlauf.',
      'activity.olderFailed':
        'Ältere Transaktionen konnten nicht geladen werden. Sie sind noch da; versuchen Sie es erneut.',
      'export.open': 'CSV exportieren',
      'export.title': 'Als CSV exportieren',
      'export.text':
        'Der gesamte Verlauf von {account}, von der neuesten bis zur ersten Transaktion, mit genauen Beträgen in CRN und Pebbles und Zeiten in UTC. Die Datei ist nicht verschlüsselt.',
      'export.hidden': 'Beträge sind auf dem Bildschirm verborgen. In der Datei wären alle sichtbar.',
      'export.hiddenConfirm': 'Beträge in die Datei schreiben',
      'export.start': 'Exportieren',
      'export.running': {
        one: '{count} Transaktion geschrieben …',
        other: '{count} Transaktionen geschrieben …',
      },
      'export.done': {
        one: '{count} Transaktion ist in der Datei. Der Browser legt sie unter Downloads ab.',
        other: '{count} Transaktionen sind in der Datei. Der Browser legt sie unter Downloads ab.',
      },
      'export.cancelled': 'Abgebrochen: Es wurde keine Datei geschrieben.',
      'export.failed':
        'Der Export wurde abgebrochen: Der Node antwortet nicht mehr. Es wurde keine Datei geschrieben; versuchen Sie es erneut.',
    },
  },
  sharedTexts,
);
export const { t, Rich } = texts;
