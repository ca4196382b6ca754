import { texts as sharedTexts } from '../../shared/texts.ts';

export const texts = sharedTexts.with({
  'backup.title': ['Back up your wallet', 'Wallet sichern'],
  'backup.password': ['Enter your password to show the words.', 'Ihr Passwort zeigt die Wörter an.'],
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
  'drill.title': ['Do you still have your recovery phrase?', 'Haben Sie Ihre Wiederherstellungsphrase noch?'],
  'drill.text': [
    'If this browser loses its data, only the phrase brings your coins back. Get it, and type three of its words.',
    'Verliert dieser Browser seine Daten, bringt nur die Phrase Ihre Coins zurück. Holen Sie sie und geben Sie drei ihrer Wörter ein.',
  ],
  'drill.words': [
    'Your words are compared in this page and not stored.',
    'Ihre Wörter werden auf dieser Seite verglichen und nicht gespeichert.',
  ],
  'drill.lost': [
    'You don’t have it any more? Write it down again.',
    'Sie haben sie nicht mehr? Schreiben Sie sie neu auf.',
  ],
  'drill.start': ['Check three words', 'Drei Wörter prüfen'],
  'drill.check': ['Check', 'Prüfen'],
  'drill.later': ['Later', 'Später'],
  'drill.done': [
    'These are the right words. You will be asked again in three months.',
    'Die Wörter stimmen. In drei Monaten werden Sie wieder gefragt.',
  ],
  'backup.showAddress': ['Show my address', 'Meine Adresse anzeigen'],
});
export const { t, Rich } = texts;
