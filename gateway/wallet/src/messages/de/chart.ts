import type { Translation } from '@cairn/ui/messages.js';
import type { chart as english } from '../en/chart.ts';

export const chart: Translation<typeof english> = {
  'chart.title': 'Guthaben im Lauf der Zeit',
  'chart.range': 'Zeitraum',
  'chart.range.day': '1 T',
  'chart.range.week': '1 W',
  'chart.range.month': '1 M',
  'chart.range.year': '1 J',
  'chart.range.all': 'Alles',
  'chart.rangeName.day': 'Ein Tag',
  'chart.rangeName.week': 'Eine Woche',
  'chart.rangeName.month': '30 Tage',
  'chart.rangeName.year': 'Ein Jahr',
  'chart.rangeName.all': 'Die ganze Zeit',
  'chart.hidden': 'Mit den Beträgen verborgen.',
  'chart.none': 'Das Diagramm beginnt mit Ihrer ersten bestätigten Überweisung.',
  'chart.mismatch': 'Guthaben und Verlauf passen noch nicht zusammen: Beides wird neu geladen.',
  'chart.whole': {
    one: 'Aus der einzigen bestätigten Transaktion.',
    other: 'Aus allen {count} bestätigten Transaktionen.',
  },
  'chart.part': {
    one: 'Aus der letzten bestätigten Transaktion; ältere sind noch nicht geladen.',
    other: 'Aus den letzten {count} bestätigten Transaktionen; ältere sind noch nicht geladen.',
  },
  'chart.more': 'Mehr laden',
  'chart.limit': 'Die Linie zeigt höchstens {count} Transaktionen.',
  'chart.failed': 'Ältere Transaktionen konnten nicht geladen werden.',
};
