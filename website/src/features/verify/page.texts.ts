import { defineTexts } from '../../site/translations.ts';

export const texts = defineTexts({
  'verify.field': [
    'ID, address, height, transaction, receipt, signed message, header or block',
    'ID, Adresse, Höhe, Transaktion, Beleg, signierte Nachricht, Header oder Block',
  ],
  'verify.hint': [
    'An ID or a height leads to the page that verifies it, an address to its page. Bytes as hex, a receipt as JSON, and signed messages are verified here.',
    'Eine ID oder Höhe führt zu der Seite, die sie prüft, eine Adresse zu ihrer Seite. Bytes als Hex, ein Beleg als JSON und signierte Nachrichten werden hier geprüft.',
  ],
  'verify.choose': ['Choose a file', 'Datei wählen'],
  'verify.example': ['Example', 'Beispiel'],
  'verify.other': ['Check something else', 'Etwas anderes prüfen'],
  'verify.clear': ['Clear', 'Leeren'],
  'verify.file': ['File {name}', 'Datei {name}'],
  'verify.title': ['Verify', 'Prüfen'],
  'verify.description': [
    'Check a transaction or a receipt in your own browser, without trusting this site’s API.',
    'Prüfen Sie eine Transaktion oder einen Beleg im eigenen Browser, ohne der API dieser Website zu vertrauen.',
  ],
  'verify.lead': [
    'Paste a transaction or a receipt. Your browser checks it here and does not send it anywhere.',
    'Fügen Sie eine Transaktion oder einen Beleg ein. Ihr Browser prüft die Eingabe hier und sendet nichts davon.',
  ],
  'verify.noScript': [
    'Checking needs JavaScript, because your browser does it.',
    'Das Prüfen braucht JavaScript, weil Ihr Browser selbst prüft.',
  ],
});

export const { translationsFor, useTranslations } = texts;
