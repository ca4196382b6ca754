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
  'activity.matches': [
    {
      one: '{count} match in the {read} loaded transactions',
      other: '{count} matches in the {read} loaded transactions',
    },
    {
      one: '{count} Treffer in den {read} geladenen Transaktionen',
      other: '{count} Treffer in den {read} geladenen Transaktionen',
    },
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
    'Show amounts to export: the file contains them, unencrypted.',
    'Zum Exportieren Beträge einblenden: Die Datei enthält sie unverschlüsselt.',
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
