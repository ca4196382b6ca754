import type { Translation } from '@cairn/ui/messages.js';
import type { plot as english } from '../en/plot.ts';

export const plot: Translation<typeof english> = {
  'plot.title': 'Guthaben im Lauf der Zeit',
  'plot.range': 'Zeitraum',
  'plot.range.day': '1 T',
  'plot.range.week': '1 W',
  'plot.range.month': '1 M',
  'plot.range.year': '1 J',
  'plot.range.all': 'Alles',
  'plot.rangeName.day': 'Ein Tag',
  'plot.rangeName.week': 'Eine Woche',
  'plot.rangeName.month': '30 Tage',
  'plot.rangeName.year': 'Ein Jahr',
  'plot.rangeName.all': 'Die ganze Zeit',
  'plot.hidden': 'Mit den Beträgen verborgen.',
  'plot.none': 'Das Diagramm beginnt mit Ihrer ersten bestätigten Überweisung.',
  'plot.unfit': 'Guthaben und Verlauf passen noch nicht zusammen: Beides wird neu gelesen.',
  'plot.whole': {
    one: 'Aus der einzigen bestätigten Transaktion.',
    other: 'Aus allen {count} bestätigten Transaktionen.',
  },
  'plot.part': {
    one: 'Aus der letzten bestätigten Transaktion; ältere sind noch nicht gelesen.',
    other: 'Aus den letzten {count} bestätigten Transaktionen; ältere sind noch nicht gelesen.',
  },
  'plot.more': 'Mehr lesen',
  'plot.limit': 'Die Linie zeigt höchstens {count} Transaktionen.',
  'plot.failed': 'Ältere Transaktionen konnten nicht gelesen werden.',
};
