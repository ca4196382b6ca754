import { texts as sharedTexts } from '../../shared/texts.ts';

export const texts = sharedTexts.with({
  'chart.title': ['Balance over time', 'Guthaben im Lauf der Zeit'],
  'chart.range': ['How far back', 'Zeitraum'],
  'chart.range.day': ['1d', '1 T'],
  'chart.range.week': ['1w', '1 W'],
  'chart.range.month': ['1m', '1 M'],
  'chart.range.year': ['1y', '1 J'],
  'chart.range.all': ['All', 'Alles'],
  'chart.rangeName.day': ['One day', 'Ein Tag'],
  'chart.rangeName.week': ['One week', 'Eine Woche'],
  'chart.rangeName.month': ['30 days', '30 Tage'],
  'chart.rangeName.year': ['One year', 'Ein Jahr'],
  'chart.rangeName.all': ['The whole time', 'Die ganze Zeit'],
  'chart.hidden': ['Hidden with the amounts.', 'Mit den Beträgen verborgen.'],
  'chart.none': [
    'The chart begins with your first confirmed transfer.',
    'Das Diagramm beginnt mit Ihrer ersten bestätigten Überweisung.',
  ],
  'chart.mismatch': [
    'Balance and history do not match yet: both are being reloaded.',
    'Guthaben und Verlauf passen noch nicht zusammen: Beides wird neu geladen.',
  ],
  'chart.more': ['Load more', 'Mehr laden'],
  'chart.failed': [
    'Older transactions could not be loaded.',
    'Ältere Transaktionen konnten nicht geladen werden.',
  ],
  'common.notKnown': ['not known', 'nicht bekannt'],
  'overview.recent': ['Recent activity', 'Letzte Aktivität'],
  'overview.all': ['All activity', 'Gesamte Aktivität'],
  'overview.nothing': ['Nothing yet', 'Noch nichts'],
  'overview.nothing_text': [
    'Transfers of this account will be listed here.',
    'Hier erscheinen die Überweisungen dieses Kontos.',
  ],
  'balance.title': ['Balance', 'Guthaben'],
  'balance.confirmed': ['Confirmed', 'Bestätigt'],
  'balance.spendable': ['Spendable', 'Verfügbar'],
  'balance.pending_out': ['Pending out', 'Ausgehend, ausstehend'],
  'balance.in_transfers': [
    { one: 'in {count} transfer', other: 'in {count} transfers' },
    { one: 'in {count} Überweisung', other: 'in {count} Überweisungen' },
  ],
});
export const { t, Rich } = texts;
