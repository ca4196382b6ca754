import { defineTexts } from '../../site/translations.ts';

/** Texts of the first paint, of a receipt and of handing it on. */
export const texts = defineTexts({
  'verify.section': ['Verification in your browser', 'Prüfung in Ihrem Browser'],
  'verify.waiting': ['Verifying …', 'Wird geprüft …'],
  'verify.broken': [
    'Not checked: the program that checks could not be loaded.',
    'Nicht geprüft: Das prüfende Programm ließ sich nicht laden.',
  ],
  'claims.label': ['What your browser checks', 'Was Ihr Browser prüft'],
  'claims.passed': ['checked', 'geprüft'],
  'claims.limited': ['checked in part', 'teilweise geprüft'],
  'claims.failed': ['does not match', 'stimmt nicht'],
  'claims.skipped': ['not checked', 'nicht geprüft'],
  'claims.depth': ['Blocks on top', 'Blöcke darüber'],
  'claims.work': ['Work', 'Arbeit'],
  'claims.age': ['Newest block', 'Neuester Block'],
  'claims.others': ['Other nodes', 'Andere Nodes'],
  'region.none': ['the server’s word', 'Angabe des Servers'],
  'region.checking': ['checking …', 'wird geprüft …'],
  'region.failed': ['not proven', 'nicht bewiesen'],
  'receipt.label': ['Receipt', 'Beleg'],
  'receipt.amount': ['Amount', 'Betrag'],
  'receipt.fee': ['plus a fee of {fee}', 'zuzüglich {fee} Gebühr'],
  'receipt.from': ['From', 'Von'],
  'receipt.to': ['To', 'An'],
  'receipt.toItself': ['To itself', 'An sich selbst'],
  'receipt.newCoins': ['New coins and the block’s fees', 'Neue Coins und die Gebühren des Blocks'],
  'receipt.sender': ['sender’s address', 'Adresse des Absenders'],
  'receipt.recipient': ['recipient’s address', 'Adresse des Empfängers'],
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
