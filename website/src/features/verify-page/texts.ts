import { defineTexts } from '../../site/translations.ts';

export const texts = defineTexts({
  'verify.field': [
    'ID, address, height, transaction, receipt or signed message',
    'ID, Adresse, Höhe, Transaktion, Beleg oder signierte Nachricht',
  ],
  'verify.hint': [
    'An ID, a height or an address leads to its page. Bytes as hex, receipts and signed messages are proven here.',
    'Eine ID, Höhe oder Adresse führt zu ihrer Seite. Bytes als Hex, Belege und signierte Nachrichten werden hier bewiesen.',
  ],
  'verify.choose': ['Choose a file', 'Datei wählen'],
  'verify.example': ['Example', 'Beispiel'],
  'verify.other': ['Prove something else', 'Etwas anderes beweisen'],
  'verify.clear': ['Clear', 'Leeren'],
  'verify.description': [
    'Prove a transaction or a receipt in your own browser, without trusting this site’s API.',
    'Beweisen Sie eine Transaktion oder einen Beleg im eigenen Browser, ohne der API dieser Website zu vertrauen.',
  ],
  'verify.lead': [
    'Paste a transaction or a receipt. Your device proves it here and does not send it anywhere.',
    'Fügen Sie eine Transaktion oder einen Beleg ein. Ihr Gerät beweist die Eingabe hier und sendet nichts davon.',
  ],
  'verify.titleLinked': ['Proof of payment', 'Zahlungsbeweis'],
  'verify.leadLinked': [
    'Your device proves this payment itself. You need not trust who sent you the link.',
    'Ihr Gerät beweist diese Zahlung selbst. Sie müssen dem Absender des Links nicht trauen.',
  ],
  'verify.noScript': [
    'A proof needs JavaScript: your browser computes it.',
    'Ein Beweis braucht JavaScript: Ihr Browser berechnet ihn.',
  ],
  'verify.more': ['What a browser can prove, and what not', 'Was ein Browser beweisen kann und was nicht'],
  'verify.broken': [
    'The program that proves could not be loaded.',
    'Das Programm, das beweist, ließ sich nicht laden.',
  ],
  'verify.result': ['Result', 'Ergebnis'],
  'verify.notUnderstood': ['This cannot be proven', 'Das lässt sich nicht beweisen'],
  'verify.problem.unknown': [
    'This is neither a transaction (213 bytes), a receipt nor a signed message. See that nothing is cut off.',
    'Das ist weder eine Transaktion (213 Bytes) noch ein Beleg oder eine signierte Nachricht. Vielleicht fehlt etwas.',
  ],
  'verify.problem.proof': [
    'This proof is damaged, incomplete or of another version.',
    'Dieser Beweis ist beschädigt, unvollständig oder anderer Version.',
  ],
  'verify.problem.malformed': [
    'The bytes are not valid: {message}.',
    'Die Bytes sind nicht gültig: {message}.',
  ],
  'verify.problem.message': [
    'A part of this signed message is missing.',
    'Ein Teil der signierten Nachricht fehlt.',
  ],
  'verify.looksLike': ['This looks like an ID, a height or an address', 'Das ist eine ID, Höhe oder Adresse'],
  'verify.lookUp': ['Look it up', 'Nachschlagen'],
  'verify.lookUpText': ['Its page proves it on your device.', 'Ihre Seite beweist sie auf Ihrem Gerät.'],
  'verify.details': ['Technical details', 'Technische Einzelheiten'],
  'verify.alone': ['Not known to be in a block', 'Ob in einem Block, ist nicht bekannt'],
  'verify.receiptAlone': [
    'Signed, and in a block of {hashes} hashes; not known to be in a chain',
    'Signiert und in einem Block von {hashes} Hashes; ob er in einer Chain steht, ist nicht bekannt',
  ],
  'verify.receiptInChain': [
    { one: 'Paid, {count} confirmation', other: 'Paid, {count} confirmations' },
    { one: 'Bezahlt, {count} Bestätigung', other: 'Bezahlt, {count} Bestätigungen' },
  ],
  'verify.otherNetwork': [
    'This is of {network}. This site shows {shown}: it says nothing about coins here.',
    'Das gehört zu {network}. Diese Website zeigt {shown}: Über Coins hier sagt es nichts.',
  ],
  'verify.devnet': [
    'Development chain: a block takes about two hashes, so anyone can make such a receipt. Its coins are worth nothing.',
    'Entwicklungs-Chain: Ein Block kostet etwa zwei Hashes, also kann jeder so einen Beleg herstellen. Seine Coins sind nichts wert.',
  ],
  'verify.tooManyCoins': ['More coins than exist: this is forged.', 'Mehr Coins, als es gibt: gefälscht.'],
  'inChain.ask': ['Is it in this node’s chain now?', 'Steht sie jetzt in der Chain dieses Nodes?'],
  'input.id': ['Transaction ID', 'Transaktions-ID'],
  'input.block': ['Block ID', 'Block-ID'],
  'input.address': ['Address', 'Adresse'],
  'input.nonce': ['Nonce', 'Nonce'],
  'input.signer': ['Signed by', 'Signiert von'],
  'input.text': ['Text', 'Text'],
});

export const { translationsFor, useTranslations } = texts;
