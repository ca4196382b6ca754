import { texts as sharedTexts } from '../../shared/texts.ts';

export const texts = sharedTexts.with({
  'chart.time': ['Time', 'Zeit'],
  'chart.now': ['now', 'jetzt'],
  'chart.balance': ['Balance', 'Guthaben'],
  'chart.title': ['Balance over time', 'Guthaben im Lauf der Zeit'],
  'chart.hidden': ['Hidden with the amounts.', 'Mit den Beträgen verborgen.'],
  'chart.mismatch': [
    'Balance and history do not match yet: both are being reloaded.',
    'Guthaben und Verlauf passen noch nicht zusammen: Beides wird neu geladen.',
  ],
  'overview.recent': ['Recent activity', 'Letzte Aktivität'],
  'overview.all': ['All activity', 'Gesamte Aktivität'],
  'balance.title': ['Balance', 'Guthaben'],
  'balance.pending_out': ['Pending out', 'Ausgehend, ausstehend'],
});
export const { t, Rich } = texts;
