import { defineTexts, type TranslationsOf } from '../../site/translations.ts';

export const texts = defineTexts({
  'verify.field': [
    'ID, address, height, transaction, receipt or signed message',
    'ID, Adresse, Höhe, Transaktion, Beleg oder signierte Nachricht',
  ],
  'verify.hint': [
    'An ID or a height leads to the page that verifies it, an address to its page. Bytes as hex, receipts and signed messages are verified here.',
    'Eine ID oder Höhe führt zu der Seite, die sie prüft, eine Adresse zu ihrer Seite. Bytes als Hex, Belege und signierte Nachrichten werden hier geprüft.',
  ],
  'verify.choose': ['Choose a file', 'Datei wählen'],
  'verify.example': ['Example', 'Beispiel'],
  'verify.other': ['Check something else', 'Etwas anderes prüfen'],
  'verify.clear': ['Clear', 'Leeren'],
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
  'verify.result': ['Result', 'Ergebnis'],
  'verify.notUnderstood': ['This cannot be checked', 'Das lässt sich nicht prüfen'],
  'verify.limit': [
    'These bytes do not show whether the block is part of the chain, or whether the sender had the money. Compare the block ID with one that you trust.',
    'Ob der Block zur Chain gehört und ob der Absender das Geld hatte, zeigen diese Bytes nicht. Vergleichen Sie die Block-ID mit einer, der Sie trauen.',
  ],
  'verify.problem.unknown': [
    'This is neither a transaction (213 bytes), a receipt nor a signed message. Check that nothing is cut off.',
    'Das ist weder eine Transaktion (213 Bytes) noch ein Beleg oder eine signierte Nachricht. Prüfen Sie, ob etwas abgeschnitten ist.',
  ],
  'verify.problem.proof': [
    'This proof is damaged, incomplete or of another version. Copy the whole link again.',
    'Dieser Beweis ist beschädigt, unvollständig oder hat eine andere Version. Kopieren Sie den ganzen Link noch einmal.',
  ],
  'verify.problem.malformed': [
    'The length is right, but the bytes are not valid: {message}.',
    'Die Länge stimmt, die Bytes nicht: {message}.',
  ],
  'verify.looksLike': [
    'This looks like an ID, a height or an address',
    'Das sieht nach einer ID, Höhe oder Adresse aus',
  ],
  'verify.lookUp': ['Look it up', 'Nachschlagen'],
  'verify.lookUpText': [
    'Its page fetches the original bytes and verifies them in your browser.',
    'Ihre Seite holt die ursprünglichen Bytes und prüft sie in Ihrem Browser.',
  ],
  'verify.problem.message': [
    'This begins like a signed message, but a part of it is missing or altered.',
    'Das beginnt wie eine signierte Nachricht, aber ein Teil fehlt oder ist verändert.',
  ],
  'verify.limitMessage': [
    'The signature does not show when the text was signed, and nothing about coins.',
    'Die Signatur zeigt nicht, wann der Text signiert wurde, und nichts über Coins.',
  ],
  'verify.proven': ['Proven on your device', 'Auf Ihrem Gerät bewiesen'],
  'verify.devnet': [
    'Development chain: a block takes about two hashes, so anyone can make such a proof.',
    'Entwicklungs-Chain: Ein Block kostet etwa zwei Hashes, also kann jeder einen solchen Beweis herstellen.',
  ],
  'inChain.ask': ['Is it in this node’s chain now?', 'Steht sie jetzt in der Chain dieses Nodes?'],
  'inChain.asking': ['Asking this site’s node …', 'Der Node dieser Website wird gefragt …'],
  'inChain.yes': [
    {
      one: 'And it is in this node’s chain now: {count} confirmation',
      other: 'And it is in this node’s chain now: {count} confirmations',
    },
    {
      one: 'Und sie steht jetzt in der Chain dieses Nodes: {count} Bestätigung',
      other: 'Und sie steht jetzt in der Chain dieses Nodes: {count} Bestätigungen',
    },
  ],
  'inChain.elsewhere': [
    'This node has the transaction in another block: {block}',
    'Dieser Node hat die Transaktion in einem anderen Block: {block}',
  ],
  'inChain.no': [
    'This node’s chain does not have this transaction. Its block may have been replaced, or it is of another chain.',
    'In der Chain dieses Nodes steht diese Transaktion nicht. Vielleicht wurde ihr Block ersetzt, oder sie gehört zu einer anderen Chain.',
  ],
  'inChain.otherNetwork': [
    'This proof is of {network}. This site shows {shown}, so it cannot say whether the block is in the chain.',
    'Dieser Beweis gehört zu {network}. Diese Website zeigt {shown} und kann daher nicht sagen, ob der Block in der Chain steht.',
  ],
  'inChain.unknown': [
    'This site’s node did not answer. The proof holds without it; whether the block is in the chain now is not known.',
    'Der Node dieser Website hat nicht geantwortet. Der Beweis gilt auch ohne ihn; ob der Block jetzt in der Chain steht, bleibt offen.',
  ],
  'inChain.block': ['block ID', 'Block-ID'],
});

export const { translationsFor, useTranslations } = texts;

export type Translations = TranslationsOf<typeof texts>;
