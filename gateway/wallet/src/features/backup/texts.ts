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
  'backup.revealWarning': [
    'Anyone who sees these words can take all your coins. Make sure that no person and no camera can see the screen.',
    'Wer diese Wörter sieht, kann all Ihre Coins nehmen. Achten Sie darauf, dass niemand und keine Kamera den Bildschirm sieht.',
  ],
  'backup.revealHides': [
    'They are hidden after a minute, and when you open another tab, window or screen.',
    'Nach einer Minute, oder wenn Sie einen anderen Tab, ein anderes Fenster oder eine andere Seite öffnen, werden sie verborgen.',
  ],
  'backup.hide': ['Hide the words', 'Wörter verbergen'],
  'backup.showAddress': ['Show my address', 'Meine Adresse anzeigen'],
});
export const { t, Rich } = texts;
