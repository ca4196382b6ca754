import { defineTexts } from '../../site/translations.ts';

export const texts = defineTexts({
  'verify.field': ['Paste it here', 'Hier einfügen'],
  'verify.kinds': ['What you may have been given', 'Was Sie bekommen haben können'],
  'kind.receipt': ['Receipt of a payment, or its link', 'Beleg einer Zahlung, oder sein Link'],
  'kind.receiptText': [
    'That the sender signed it, that a block has it, and how much work lies on that block.',
    'Dass der Absender signiert hat, dass ein Block sie enthält und wie viel Arbeit auf ihm liegt.',
  ],
  'kind.message': ['Signed message', 'Signierte Nachricht'],
  'kind.messageText': [
    'That whoever holds the key of the address signed exactly this text.',
    'Dass genau diesen Text signiert hat, wer den Schlüssel der Adresse hat.',
  ],
  'kind.transaction': ['Signed transaction', 'Signierte Transaktion'],
  'kind.transactionText': [
    'Who pays whom and how much, as hex or as a wallet’s code. Not whether a block has it.',
    'Wer wem wie viel zahlt, als Hex oder als Code einer Wallet. Nicht, ob ein Block sie enthält.',
  ],
  'kind.balance': ['Receipt of a balance', 'Beleg eines Guthabens'],
  'kind.balanceText': [
    'That an address had this balance at a block.',
    'Dass eine Adresse an einem Block dieses Guthaben hatte.',
  ],
  'kind.reference': ['ID, address or height', 'ID, Adresse oder Höhe'],
  'kind.referenceText': ['Its page proves it on your device.', 'Ihre Seite beweist sie auf Ihrem Gerät.'],
  'kind.request': ['Payment request', 'Zahlungsanforderung'],
  'kind.requestText': [
    'Its page shows how much, and to whom. It proves nothing: anybody can write one.',
    'Ihre Seite zeigt, wie viel und an wen. Sie beweist nichts: Jeder kann eine schreiben.',
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
    'Paste what you were given. Your device proves it here, and sends it nowhere.',
    'Fügen Sie ein, was Sie bekommen haben. Ihr Gerät beweist es hier und schickt es nirgendwohin.',
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
  'verify.looksLike.hash': ['This looks like an ID', 'Das sieht nach einer ID aus'],
  'verify.looksLike.height': ['This looks like a height', 'Das sieht nach einer Höhe aus'],
  'verify.looksLike.address': ['This is an address', 'Das ist eine Adresse'],
  'verify.looksLike.request': [
    'This looks like a payment request',
    'Das sieht nach einer Zahlungsanforderung aus',
  ],
  'verify.lookUp': ['Look it up', 'Nachschlagen'],
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
  'input.nonce': ['Nonce', 'Nonce'],
  'input.signer': ['Signed by', 'Signiert von'],
  'input.text': ['Text', 'Text'],
});

export const { translationsFor, useTranslations } = texts;
