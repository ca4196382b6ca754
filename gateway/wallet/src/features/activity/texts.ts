import { texts as sharedTexts } from '../../shared/texts.ts';

export const texts = sharedTexts.with({
  'activity.transactions': ['Transactions', 'Transaktionen'],
  'activity.filters': ['Filters', 'Filter'],
  'activity.search': [
    'Search names, addresses, labels, amounts, IDs',
    'Namen, Adressen, Beträge, IDs suchen',
  ],
  'activity.direction': ['Direction', 'Richtung'],
  'activity.direction.all': ['In and out', 'Ein- und ausgehend'],
  'activity.direction.in': ['Received', 'Empfangen'],
  'activity.direction.out': ['Sent', 'Gesendet'],
  'activity.direction.self': ['Sent to yourself', 'An sich selbst gesendet'],
  'activity.direction.reward': ['Block rewards', 'Blockbelohnungen'],
  'activity.status': ['Status', 'Status'],
  'activity.status.all': ['Any status', 'Jeder Status'],
  'activity.status.pending': ['Pending', 'Ausstehend'],
  'activity.status.confirmed': ['Confirmed', 'Bestätigt'],
  'activity.clear': ['Clear filters', 'Filter zurücksetzen'],
  'activity.none': ['Nothing yet', 'Noch nichts'],
  'activity.noneText': [
    'Transfers of this account will be listed here.',
    'Hier erscheinen die Überweisungen dieses Kontos.',
  ],
  'activity.noMatch': ['No transaction matches', 'Keine passende Transaktion'],
  'activity.noMatchText': [
    {
      one: 'The only loaded transaction was searched.',
      other: 'All {count} loaded transactions were searched.',
    },
    {
      one: 'Durchsucht wurde die einzige geladene Transaktion.',
      other: 'Durchsucht wurden alle {count} geladenen Transaktionen.',
    },
  ],
  'activity.matches': [
    { one: '{count} match', other: '{count} matches' },
    { one: '{count} Treffer', other: '{count} Treffer' },
  ],
  'activity.searched': [
    {
      one: 'in the last transaction',
      other: 'in the last {count} transactions; older ones are not loaded',
    },
    {
      one: 'in der letzten Transaktion',
      other: 'in den letzten {count} Transaktionen; ältere sind noch nicht geladen',
    },
  ],
  'activity.searchedAll': [
    { one: 'in the only transaction', other: 'in all {count} transactions' },
    { one: 'in der einzigen Transaktion', other: 'in allen {count} Transaktionen' },
  ],
  'activity.searchOlder': ['Search further back', 'Weiter zurück suchen'],
  'activity.older': ['Show older', 'Ältere anzeigen'],
  'activity.end': ['This is the whole history.', 'Das ist der gesamte Verlauf.'],
  'activity.olderFailed': [
    'Older transactions could not be loaded. They still exist; try again.',
    'Ältere Transaktionen konnten nicht geladen werden. Sie sind noch da; versuchen Sie es erneut.',
  ],
  'export.open': ['Export CSV', 'CSV exportieren'],
  'export.title': ['Export as CSV', 'Als CSV exportieren'],
  'export.text': [
    'The whole history of {account}, from the newest transaction to the first, with exact amounts in CRN and pebbles and times in UTC. The file is not encrypted.',
    'Der gesamte Verlauf von {account}, von der neuesten bis zur ersten Transaktion, mit genauen Beträgen in CRN und Pebbles und Zeiten in UTC. Die Datei ist nicht verschlüsselt.',
  ],
  'export.hidden': [
    'Amounts are hidden on screen. The file would show all of them.',
    'Beträge sind auf dem Bildschirm verborgen. In der Datei wären alle sichtbar.',
  ],
  'export.hiddenConfirm': ['Write the amounts into the file', 'Beträge in die Datei schreiben'],
  'export.start': ['Export', 'Exportieren'],
  'export.running': [
    { one: '{count} transaction written…', other: '{count} transactions written…' },
    {
      one: '{count} Transaktion geschrieben …',
      other: '{count} Transaktionen geschrieben …',
    },
  ],
  'export.done': [
    {
      one: '{count} transaction is in the file. The browser saves it among its downloads.',
      other: '{count} transactions are in the file. The browser saves it among its downloads.',
    },
    {
      one: '{count} Transaktion ist in der Datei. Der Browser legt sie unter Downloads ab.',
      other: '{count} Transaktionen sind in der Datei. Der Browser legt sie unter Downloads ab.',
    },
  ],
  'export.failed': ['No file was written', 'Es wurde keine Datei geschrieben'],
});
export const { t, Rich } = texts;
