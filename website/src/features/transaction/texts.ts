import { defineTexts, type TranslationsOf } from '../../site/translations.ts';

export const texts = defineTexts({
  'transactions.caption.newest': [
    'Confirmed transactions, newest first',
    'Bestätigte Transaktionen, die neuesten zuerst',
  ],
  'transactions.caption.largest': [
    'Confirmed transactions, largest first',
    'Bestätigte Transaktionen, die größten zuerst',
  ],
  'transactions.description': [
    'Every confirmed transaction of the Cairn chain, the newest or the largest first, of any time.',
    'Alle bestätigten Transaktionen der Cairn-Chain aus jedem Zeitraum, die neuesten oder die größten zuerst.',
  ],
  'transaction.description': [
    'Transaction {reference} of the Cairn chain: sender, recipient, exact amount and its block.',
    'Transaktion {reference} der Cairn-Chain: Absender, Empfänger, genauer Betrag und Block.',
  ],
  'transaction.title': ['Transaction {reference}', 'Transaktion {reference}'],
  'what.signature': ['signature', 'Signatur'],
  'what.publicKey': ['public key', 'Öffentlichen Schlüssel'],
  'what.accountRoot': ['account root', 'Kontenwurzel'],
  'what.minerBytes': ['miner’s bytes', 'Bytes des Miners'],
  'transaction.paid': ['Paid', 'Bezahlt'],
  'transaction.mined': ['Mined', 'Geschürft'],
  'transaction.details': ['Technical details', 'Technische Einzelheiten'],
  'heading.payment': ['Payment in block {height}', 'Zahlung in Block {height}'],
  'heading.reward': ['Reward of block {height}', 'Belohnung von Block {height}'],
  'heading.waiting': ['Payment in no block', 'Zahlung in keinem Block'],
  'heading.lostReward': ['Reward of a replaced block', 'Belohnung eines ersetzten Blocks'],
  'heading.unknown': ['Unknown transaction', 'Unbekannte Transaktion'],
  'transaction.feeRate': ['A fee of {rate} pebbles per byte', 'Eine Gebühr von {rate} Pebbles pro Byte'],
  'transaction.leaves': ['Total with fee', 'Gesamt inkl. Gebühr'],
  'transaction.position': ['Position', 'Position'],
  'transaction.positionSaid': ['{position} (the server’s word)', '{position} (Angabe des Servers)'],
  'transaction.positionHint': [
    'In its block, counted from 0; 0 is the coinbase.',
    'In ihrem Block, ab 0 gezählt; 0 ist die Coinbase.',
  ],
  'transaction.nonce': ['Nonce', 'Nonce'],
  'transaction.nonceHint': ['Counts the sender’s transactions.', 'Zählt die Transaktionen des Absenders.'],
  'transaction.nonceCoinbase': ['The height of its block.', 'Die Höhe ihres Blocks.'],
  'transaction.chain': ['Chain', 'Chain'],
  'transaction.signature': ['Signature', 'Signatur'],
  'transaction.publicKey': ['Public key', 'Öffentlicher Schlüssel'],
  'transaction.publicKeyHint': [
    'Public by design: it proves that the sender’s key signed.',
    'Mit Absicht öffentlich: Er belegt, dass der Schlüssel des Absenders signiert hat.',
  ],
  'transaction.accountRoot': ['Account root', 'Kontenwurzel'],
  'transaction.accountRootHint': [
    'Commits to the balance and history of every address after this block.',
    'Legt Guthaben und Historie jeder Adresse nach diesem Block fest.',
  ],
  'transaction.minerBytes': ['Miner’s bytes', 'Bytes des Miners'],
  'transaction.minerBytesHint': ['The miner can choose them freely.', 'Der Miner kann sie frei füllen.'],
  'transaction.zeroBytes': ['{count} zero bytes', '{count} Nullbytes'],
  'transaction.rawHint': [
    'The 213 bytes, put together from the fields. Their double SHA-256 is the transaction ID.',
    'Die 213 Bytes, aus den Feldern zusammengesetzt. Ihr doppeltes SHA-256 ist die Transaktions-ID.',
  ],
  'transaction.rawMissing': [
    'The API’s answer cannot be encoded: a field is missing or does not fit.',
    'Die Antwort der API ergibt keine 213 Bytes: Ein Feld fehlt oder passt nicht.',
  ],
  'transaction.pebble': ['Watch it at the cairn', 'Am Steinmännchen zusehen'],
  'waiting.watch': [
    'If it was just sent, press “Watch”: you are told when a block has it.',
    'Wenn sie eben gesendet wurde, drücken Sie „Beobachten“: Sie erfahren, wenn ein Block sie hat.',
  ],
  'waiting.checking': ['The signature is being proven …', 'Die Signatur wird bewiesen …'],
  'waiting.signed': ['Signed', 'Signiert'],
  'waiting.replaced': ['Probably replaced', 'Wahrscheinlich ersetzt'],
  'waiting.again': ['No longer confirmed', 'Nicht mehr bestätigt'],
  'waiting.since': ['Waiting since block {height}', 'Wartet seit Block {height}'],
  'waiting.watched': ['Watched since block {height}', 'Ausschau seit Block {height}'],
  'waiting.long': [
    'No block has taken it in {count} blocks',
    'Seit {count} Blöcken hat kein Block sie aufgenommen',
  ],
  'waiting.unpaid': [
    'Not paid yet: until a block has it, its sender can replace it, or may lack the coins.',
    'Noch nicht bezahlt: Bis ein Block sie hat, kann der Absender sie ersetzen, oder ihm fehlen die Coins.',
  ],
  'waiting.left': [
    'It was in block {height}, which was replaced.',
    'Sie stand in Block {height}, der ersetzt wurde.',
  ],
  'waiting.leftPayment': [
    'It waits again, or another transaction takes its place.',
    'Sie wartet wieder, oder eine andere Transaktion kommt an ihre Stelle.',
  ],
  'waiting.leftReward': [
    'Its coins went with that block.',
    'Ihre Coins gibt es mit diesem Block nicht mehr.',
  ],
  'waiting.forged': [
    'The bytes in this link are not this transaction',
    'Die Bytes in diesem Link sind nicht diese Transaktion',
  ],
  'waiting.forgedText': [
    'They have another ID, are of another network, or were not signed by the sender.',
    'Sie haben eine andere ID, gehören zu einem anderen Netzwerk oder wurden nicht vom Absender signiert.',
  ],
  'receipt.proves': [
    'Signed, and in a block of {hashes} hashes; its page shows whether that is in the chain.',
    'Signiert, in einem Block von {hashes} Hashes; ob der in der Chain steht, zeigt die Seite.',
  ],
  'receipt.devnet': [
    'Development chain: anyone can make such a receipt.',
    'Entwicklungs-Chain: Jeder kann so einen Beleg herstellen.',
  ],
  'share.button': ['Share proof', 'Beweis teilen'],
  'share.waiting': ['Proving …', 'Wird bewiesen …'],
  'share.hint': ['The link lets anyone check this payment.', 'Mit dem Link kann jeder diese Zahlung prüfen.'],
  'share.copy': ['Copy link', 'Link kopieren'],
  'share.send': ['Send …', 'Senden …'],
  'share.picture': ['Picture', 'Bild'],
  'share.print': ['Print', 'Drucken'],
  'share.file': ['File for offline checks', 'Datei zum Prüfen ohne Netz'],
});

export const { translationsFor, useTranslations } = texts;

export type Translations = TranslationsOf<typeof texts>;
