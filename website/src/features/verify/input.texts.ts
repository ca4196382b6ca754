import { defineTexts, type TranslationsOf } from '../../site/translations.ts';

export const texts = defineTexts({
  'verify.result': ['Result', 'Ergebnis'],
  'verify.notUnderstood': ['This cannot be checked', 'Das lässt sich nicht prüfen'],
  'verify.limit': [
    'These bytes do not show whether the block is part of the chain, or whether the sender had the money. Compare the block ID with one that you trust.',
    'Ob der Block zur Chain gehört und ob der Absender das Geld hatte, zeigen diese Bytes nicht. Vergleichen Sie die Block-ID mit einer, der Sie trauen.',
  ],
  'verify.problem.odd_hex': [
    'The number of digits is odd: each byte has two hexadecimal digits.',
    'Eine Ziffer fehlt oder ist zu viel: Bytes sind Paare von Hexadezimalziffern.',
  ],
  'verify.problem.length': [
    'These {bytes} bytes are neither a transaction (213 bytes) nor a block. Check that nothing is cut off.',
    'Diese {bytes} Bytes sind weder eine Transaktion (213 Bytes) noch ein Block. Prüfen Sie, ob etwas abgeschnitten ist.',
  ],
  'verify.problem.not_text': [
    'This is neither hexadecimal digits, JSON nor a signed message.',
    'Das sind weder Hexadezimalziffern noch JSON und keine signierte Nachricht.',
  ],
  'verify.problem.shape': ['This is not the JSON of a receipt.', 'Das ist nicht das JSON eines Belegs.'],
  'verify.problem.too_large': [
    'This is larger than the largest block.',
    'Das ist größer als der größte Block.',
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
  'verify.problem.proof_version': [
    'This proof is of another version than this site can read.',
    'Dieser Beweis hat eine andere Version, als diese Website lesen kann.',
  ],
  'verify.problem.proof_damaged': [
    'This proof is damaged or incomplete. Copy the whole link again.',
    'Dieser Beweis ist beschädigt oder unvollständig. Kopieren Sie den ganzen Link noch einmal.',
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
  'inChain.again': ['Ask again', 'Noch einmal fragen'],
});

export const { useTranslations } = texts;

export type Translations = TranslationsOf<typeof texts>;
