import { defineTexts } from '../../site/translations.ts';

export const texts = defineTexts({
  en: {
    'verify.field': 'ID, address, height, transaction, receipt, signed message, header or block',
    'verify.hint':
      'An ID or a height leads to the page that verifies it, an address to its page. Bytes as hex, a transaction or receipt as JSON, and signed messages are verified here. You can also drop a file.',
    'verify.choose': 'Choose a file',
    'verify.exampleTransaction': 'Example: a transaction',
    'verify.exampleProof': 'Example: a receipt',
    'verify.other': 'Check something else',
    'verify.clear': 'Clear',
    'verify.file': 'File {name}',
    'verify.title': 'Verify',
    'verify.description':
      'Check a transaction or a receipt in your own browser, without trusting this site’s API.',
    'verify.lead':
      'Paste a transaction or a receipt. Your browser checks it here and does not send it anywhere.',
    'verify.noScript': 'Checking needs JavaScript, because your browser does it.',
  },
  de: {
    'verify.field': 'ID, Adresse, Höhe, Transaktion, Beleg, signierte Nachricht, Header oder Block',
    'verify.hint':
      'Eine ID oder Höhe führt zu der Seite, die sie prüft, eine Adresse zu ihrer Seite. Bytes als Hex, eine Transaktion oder ein Beleg als JSON und signierte Nachrichten werden hier geprüft. Sie können auch eine Datei hierher ziehen.',
    'verify.choose': 'Datei wählen',
    'verify.exampleTransaction': 'Beispiel: eine Transaktion',
    'verify.exampleProof': 'Beispiel: ein Beleg',
    'verify.other': 'Etwas anderes prüfen',
    'verify.clear': 'Leeren',
    'verify.file': 'Datei {name}',
    'verify.title': 'Prüfen',
    'verify.description':
      'Prüfen Sie eine Transaktion oder einen Beleg im eigenen Browser, ohne der API dieser Website zu vertrauen.',
    'verify.lead':
      'Fügen Sie eine Transaktion oder einen Beleg ein. Ihr Browser prüft die Eingabe hier und sendet nichts davon.',
    'verify.noScript': 'Das Prüfen braucht JavaScript, weil Ihr Browser selbst prüft.',
  },
});

export const { translationsFor, useTranslations } = texts;
