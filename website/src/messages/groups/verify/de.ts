import type { Translation } from '@cairn/ui/messages.js';
import type { messages as english } from './en.ts';

export const messages: Translation<typeof english> = {
  'verify.field': 'ID, Adresse, Höhe, Transaktion, Beleg, signierte Nachricht, Header oder Block',
  'verify.hint':
    'Eine ID oder Höhe führt zu der Seite, die sie prüft, eine Adresse zu ihrer Seite. Bytes als Hex, eine Transaktion oder ein Beleg als JSON und signierte Nachrichten werden hier geprüft. Sie können auch eine Datei hierher ziehen.',
  'verify.choose': 'Datei wählen',
  'verify.exampleTransaction': 'Beispiel: eine Transaktion',
  'verify.exampleProof': 'Beispiel: ein Beleg',
  'verify.share': 'Link dazu kopieren',
  'verify.copied': 'Kopiert',
  'verify.copyFailed': 'Der Browser erlaubt das Kopieren nicht',
  'verify.clear': 'Leeren',
  'verify.file': 'Datei {name}',
  'verify.result': 'Ergebnis',
  'verify.notUnderstood': 'Das lässt sich nicht prüfen',
  'verify.given': 'Was es ist',
  'verify.kind.transaction': 'Eine Transaktion',
  'verify.kind.header': 'Ein Blockheader',
  'verify.kind.block': 'Ein ganzer Block',
  'verify.kind.receipt': 'Ein Beleg: eine Transaktion und ihr Platz in einem Block',
  'verify.kind.balance': 'Ein Beleg: das Guthaben einer Adresse in einem Block',
  'verify.kind.message': 'Eine signierte Nachricht',
  'verify.network': 'Netzwerk',
  'verify.from': 'Von',
  'verify.to': 'An',
  'verify.owner': 'Adresse',
  'verify.balance': 'Guthaben nach dem Block',
  'verify.block': 'Block-ID',
  'verify.amount': 'Betrag',
  'verify.fee': 'Gebühr',
  'verify.nonce': 'Nonce',
  'verify.height': 'Höhe',
  'verify.time': 'Zeit',
  'verify.miner': 'Miner',
  'verify.address': 'Adresse',
  'verify.newCoins': 'Neue Coins',
  'verify.limit.transaction':
    'Das zeigt, wer was signiert hat. Ob es in einem Block steht und ob der Absender das Geld hatte, sagen diese Bytes nicht.',
  'verify.limit.header':
    'Das zeigt, dass die Arbeit geleistet wurde. Ob der Block zur Chain gehört, sagen diese Bytes nicht.',
  'verify.limit.block':
    'Das zeigt, dass der Block in sich stimmt. Ob er zur Chain gehört und ob seine Absender das Geld hatten, sagen diese Bytes nicht.',
  'verify.limit.receipt':
    'Das zeigt, dass die Transaktion in diesem Block steht. Vergleichen Sie die Block-ID mit einer, der Sie trauen: Ob der Block zur Chain gehört, sagen diese Bytes nicht.',
  'verify.limit.balance':
    'Das zeigt, worauf sich der Block bei dieser Adresse festlegt. Vergleichen Sie die Block-ID mit einer, der Sie trauen: Ob der Block zur Chain gehört, sagen diese Bytes nicht.',
  'verify.problem.empty': 'Es gibt nichts zu prüfen.',
  'verify.problem.odd_hex': 'Eine Ziffer fehlt oder ist zu viel: Bytes sind Paare von Hexadezimalziffern.',
  'verify.problem.length':
    'Diese {bytes} Bytes sind weder eine Transaktion (213 Bytes) noch ein Block. Prüfen Sie, ob etwas abgeschnitten ist.',
  'verify.problem.not_text': 'Das sind weder Hexadezimalziffern noch JSON und keine signierte Nachricht.',
  'verify.problem.json': 'Das beginnt wie JSON, ist aber keines.',
  'verify.problem.shape': 'Dieses JSON ist weder eine Transaktion noch ein Beleg.',
  'verify.problem.too_large': 'Das ist größer als der größte Block.',
  'verify.problem.malformed': 'Die Länge stimmt, die Bytes nicht: {message}.',
  'verify.looksLike.hash': 'Das sieht nach einer ID aus',
  'verify.looksLike.height': 'Das sieht nach einer Blockhöhe aus',
  'verify.looksLike.address': 'Das ist eine Adresse',
  'verify.lookUp': 'Nachschlagen',
  'verify.lookUpText': 'Ihre Seite holt die ursprünglichen Bytes und prüft sie in Ihrem Browser.',
  'verify.lookUpAddressText':
    'Ihre Seite beweist in Ihrem Browser, dass das Guthaben stimmt und keine Transaktion fehlt.',
  'verify.problem.message':
    'Das beginnt wie eine signierte Nachricht, aber ein Teil fehlt oder ist verändert.',
  'verify.signer': 'Signiert von',
  'verify.text': 'Text',
  'verify.limit.message':
    'Das zeigt, dass der Inhaber des Schlüssels dieser Adresse diesen Text signiert hat. Wann, zeigt es nicht, und nichts über Coins.',
};
