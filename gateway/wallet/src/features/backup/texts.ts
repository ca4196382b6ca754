import { defineTexts } from '@cairn/ui/messages.js';
import { texts as sharedTexts } from '../../shared/texts.ts';

export const texts = defineTexts(
  {
    en: {
      'backup.title': 'Back up your wallet',
      'backup.password': 'Enter your password to show the words.',
      'backup.done': 'Your recovery phrase is confirmed. Keep it safe.',
      'backup.showAddress': 'Show my address',
    },
    de: {
      'backup.title': 'Wallet sichern',
      'backup.password': 'Mit Ihrem Passwort werden die Wörter angezeigt.',
      'backup.done': 'Ihre Wiederherstellungsphrase ist bestätigt. Bewahren Sie sie sicher auf.',
      'backup.showAddress': 'Meine Adresse anzeigen',
    },
  },
  sharedTexts,
);
export const { t, Rich } = texts;
