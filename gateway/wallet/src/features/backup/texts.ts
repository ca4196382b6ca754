import { texts as sharedTexts } from '../../shared/texts.ts';

export const texts = sharedTexts.with({
  'backup.title': ['Back up your wallet', 'Wallet sichern'],
  'backup.password': [
    'Enter your password to show the words.',
    'Mit Ihrem Passwort werden die Wörter angezeigt.',
  ],
  'backup.done': [
    'Your recovery phrase is confirmed. Keep it safe.',
    'Ihre Wiederherstellungsphrase ist bestätigt. Bewahren Sie sie sicher auf.',
  ],
  'backup.showAddress': ['Show my address', 'Meine Adresse anzeigen'],
});
export const { t, Rich } = texts;
