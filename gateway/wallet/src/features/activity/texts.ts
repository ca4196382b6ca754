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
  'activity.clear': ['Clear filters', 'Filter zurücksetzen'],
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
  'export.button': ['Export CSV', 'CSV exportieren'],
  'export.hidden': [
    'The file would show the amounts, which are hidden.',
    'In der Datei wären die verborgenen Beträge sichtbar.',
  ],
  'export.running': [
    { one: '{count} transaction …', other: '{count} transactions …' },
    { one: '{count} Transaktion …', other: '{count} Transaktionen …' },
  ],
  'export.done': [
    { one: '{count} transaction saved', other: '{count} transactions saved' },
    { one: '{count} Transaktion gespeichert', other: '{count} Transaktionen gespeichert' },
  ],
});
export const { t, Rich } = texts;
