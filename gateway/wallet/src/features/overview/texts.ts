import { texts as sharedTexts } from '../../shared/texts.ts';

export const texts = sharedTexts.with({
  'chart.title': ['Balance over time', 'Guthaben im Lauf der Zeit'],
  'overview.recent': ['Recent activity', 'Letzte Aktivität'],
  'overview.all': ['All activity', 'Gesamte Aktivität'],
  'balance.title': ['Balance', 'Guthaben'],
  'balance.all': ['All your accounts', 'Alle Ihre Konten'],
  'balance.pending_out': ['Pending out', 'Ausgehend, ausstehend'],
});
export const { t, Rich } = texts;
