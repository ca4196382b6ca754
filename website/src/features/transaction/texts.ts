import { defineTexts, type TranslationsOf } from '../../site/translations.ts';

export const texts = defineTexts({
  'transactions.caption': [
    'Confirmed transactions, newest first',
    'Bestätigte Transaktionen, die neuesten zuerst',
  ],
  'transactions.description': [
    'Every confirmed transaction of the Cairn chain, newest first.',
    'Alle bestätigten Transaktionen der Cairn-Chain, die neuesten zuerst.',
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
  'transaction.confirmations': [
    { one: '{count} confirmation', other: '{count} confirmations' },
    { one: '{count} Bestätigung', other: '{count} Bestätigungen' },
  ],
  'transaction.details': ['Technical details', 'Technische Einzelheiten'],
  'transaction.left': ['No longer confirmed', 'Nicht mehr bestätigt'],
  'transaction.leftText': [
    'Its block was replaced or taken back. It is pending again, or another transaction took its place.',
    'Ihr Block wurde ersetzt oder zurückgenommen. Sie wartet wieder, oder eine andere Transaktion kam an ihre Stelle.',
  ],
  'transaction.heading': ['Transaction', 'Transaktion'],
  'transaction.fee': ['Fee', 'Gebühr'],
  'transaction.feeNone': ['none: a coinbase pays no fee', 'keine: Eine Coinbase zahlt keine Gebühr'],
  'transaction.feeRateValue': ['{rate} pebbles per byte', '{rate} Pebbles pro Byte'],
  'transaction.leaves': ['Total with fee', 'Gesamt inkl. Gebühr'],
  'transaction.leavesHint': ['Amount and fee together.', 'Betrag und Gebühr zusammen.'],
  'transaction.position': ['Position', 'Position'],
  'transaction.positionSaid': ['{position} (the server’s word)', '{position} (Angabe des Servers)'],
  'transaction.positionHint': [
    'In its block, counted from 0; 0 is the coinbase.',
    'In ihrem Block, ab 0 gezählt; 0 ist die Coinbase.',
  ],
  'transaction.amount': ['Amount', 'Betrag'],
  'transaction.nonce': ['Nonce', 'Nonce'],
  'transaction.nonceHint': ['Counts the sender’s transactions.', 'Zählt die Transaktionen des Absenders.'],
  'transaction.nonceCoinbase': ['The height of its block.', 'Die Höhe ihres Blocks.'],
  'transaction.chain': ['Chain', 'Chain'],
  'transaction.size': ['Size', 'Größe'],
  'transaction.signature': ['Signature', 'Signatur'],
  'transaction.publicKey': ['Public key', 'Öffentlicher Schlüssel'],
  'transaction.publicKeyHint': [
    'Public by design: it proves that the sender’s key signed.',
    'Mit Absicht öffentlich: Er belegt, dass der Schlüssel des Absenders signiert hat.',
  ],
  'transaction.freeBytes': ['Account root and miner’s bytes', 'Kontenwurzel und Bytes des Miners'],
  'transaction.accountRoot': ['Account root', 'Kontenwurzel'],
  'transaction.accountRootHint': [
    'Commits to the balance and history of every address after this block.',
    'Legt Guthaben und Historie jeder Adresse nach diesem Block fest.',
  ],
  'transaction.minerBytes': ['Miner’s bytes', 'Bytes des Miners'],
  'transaction.minerBytesHint': ['The miner can choose them freely.', 'Der Miner kann sie frei füllen.'],
  'transaction.zeroBytes': ['{count} zero bytes', '{count} Nullbytes'],
  'transaction.raw': ['Raw data', 'Rohdaten'],
  'transaction.rawHint': [
    'The 213 bytes, put together from the fields above. Their double SHA-256 is the transaction ID.',
    'Die 213 Bytes, aus den Feldern oben zusammengesetzt. Ihr doppeltes SHA-256 ist die Transaktions-ID.',
  ],
  'transaction.rawMissing': [
    'The API’s answer cannot be encoded: a field is missing or does not fit.',
    'Die Antwort der API ergibt keine 213 Bytes: Ein Feld fehlt oder passt nicht.',
  ],
  'transaction.pending': ['Pending', 'Wartend'],
  'transaction.pebble': ['Watch it at the cairn', 'Am Steinmännchen zusehen'],
  'transaction.appears': ['Waiting for a block …', 'Wartet auf einen Block …'],
  'transaction.notMined': [
    'Not mined in {count} blocks. It may have been replaced.',
    'In {count} Blöcken nicht aufgenommen. Vielleicht wurde sie ersetzt.',
  ],
  'claims.signed': ['Signed by the sender', 'Vom Absender signiert'],
  'claims.coinbase': ['New coins by the rules', 'Neue Coins nach den Regeln'],
  'claims.placed': ['In block {height}', 'In Block {height}'],
  'share.from': ['From', 'Von'],
  'share.to': ['To', 'An'],
  'receipt.id': ['Transaction ID', 'Transaktions-ID'],
  'receipt.block': ['Block ID', 'Block-ID'],
  'receipt.height': ['Height', 'Höhe'],
  'receipt.time': ['Time', 'Zeit'],
  'receipt.noStone': ['No stone on top yet', 'Noch kein Stein darauf'],
  'receipt.stones': [
    { one: '{count} stone on top', other: '{count} stones on top' },
    { one: '{count} Stein darauf', other: '{count} Steine darauf' },
  ],
  'receipt.proves': [
    'Signed, and in a block of {hashes} hashes; the link shows whether that block is in the chain.',
    'Signiert und in einem Block von {hashes} Hashes; der Link zeigt, ob dieser Block in der Chain steht.',
  ],
  'receipt.devnet': [
    'Development chain: anyone can make such a receipt.',
    'Entwicklungs-Chain: Jeder kann so einen Beleg herstellen.',
  ],
  'share.button': ['Share proof', 'Beweis teilen'],
  'share.waiting': ['Proving …', 'Wird bewiesen …'],
  'share.hint': [
    'Whoever opens it sees the payment proven on their own device.',
    'Wer ihn öffnet, sieht die Zahlung auf dem eigenen Gerät bewiesen.',
  ],
  'share.copy': ['Copy link', 'Link kopieren'],
  'share.send': ['Send …', 'Senden …'],
  'share.picture': ['Picture', 'Bild'],
  'share.print': ['Print', 'Drucken'],
  'share.file': ['File for offline checks', 'Datei zum Prüfen ohne Netz'],
});

export const { translationsFor, useTranslations } = texts;

export type Translations = TranslationsOf<typeof texts>;
