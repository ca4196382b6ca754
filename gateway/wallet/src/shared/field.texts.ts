import { texts as sharedTexts } from './texts.ts';

export const texts = sharedTexts.with({
  'amount.empty': ['Enter an amount.', 'Geben Sie einen Betrag ein.'],
  'amount.not_a_number': [
    'Write it in digits, with a point for decimals and nothing between thousands, as in 1234.5.',
    'Nur Ziffern, ein Komma vor den Dezimalstellen und keine Tausenderpunkte, etwa 1234,5.',
  ],
  'amount.too_many_decimals': [
    'CRN has eight decimals at most, pebbles none.',
    'CRN hat höchstens acht Dezimalstellen, Pebbles keine.',
  ],
  'amount.zero': ['The amount must be more than zero.', 'Der Betrag muss größer als null sein.'],
  'amount.too_large': ['This is more than can ever exist.', 'Das ist mehr, als es geben kann.'],
  'amount.insufficient_balance': [
    'Amount and fee together are more than you can spend.',
    'Betrag und Gebühr sind zusammen mehr, als Sie ausgeben können.',
  ],
  'fee.zero': ['The smallest fee is {minimum}.', 'Die kleinste Gebühr ist {minimum}.'],
  'fee.too_large': ['A fee can be at most {maximum}.', 'Eine Gebühr kann höchstens {maximum} sein.'],
  'fee.below_minimum': [
    'Replacing the pending transaction requires at least {minimum}.',
    'Um die ausstehende Transaktion zu ersetzen, sind mindestens {minimum} nötig.',
  ],
  'fee.insufficient_balance': ['The account cannot pay this fee.', 'Das Konto kann die Gebühr nicht zahlen.'],
  'recipient.empty': ['Enter an address.', 'Geben Sie eine Adresse ein.'],
  'recipient.too_short': ['{length} of {whole} characters.', '{length} von {whole} Zeichen.'],
  'recipient.too_long': [
    'An address has {whole} characters; this has {length}.',
    'Eine Adresse hat {whole} Zeichen; das sind {length}.',
  ],
  'recipient.alphabet': [
    'Addresses never contain “{character}”. Check for a typo.',
    'Adressen enthalten nie „{character}“. Prüfen Sie auf Tippfehler.',
  ],
  'recipient.wrong_network': [
    'This is a {network} address; this wallet is on {wallet} (addresses begin with “{prefix}”).',
    'Das ist eine Adresse von {network}; diese Wallet gehört zu {wallet} (Adressen beginnen mit „{prefix}“).',
  ],
  'recipient.foreign': [
    'This is an address of another coin. CRN that is sent there would be lost.',
    'Das ist die Adresse einer anderen Währung. Dorthin gesendete CRN wären verloren.',
  ],
  'recipient.prefix': [
    'Addresses of {wallet} begin with “{prefix}”.',
    'Adressen von {wallet} beginnen mit „{prefix}“.',
  ],
  'recipient.checksum': [
    'Invalid checksum: at least one character is wrong. Copy the address again.',
    'Falsche Prüfsumme: Mindestens ein Zeichen stimmt nicht. Kopieren Sie die Adresse noch einmal.',
  ],
});
export const { t, Rich } = texts;
