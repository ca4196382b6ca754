import type { Translation } from '@cairn/ui/messages.js';
import type { fields as english } from '../en/fields.ts';

export const fields: Translation<typeof english> = {
  'amount.empty': 'Geben Sie einen Betrag ein.',
  'amount.comma': 'Schreiben Sie ein Komma vor die Dezimalstellen und keine Tausenderpunkte, etwa 1234,5.',
  'amount.negative': 'Der Betrag muss größer als null sein.',
  'amount.exponent': 'Schreiben Sie den Betrag in Ziffern aus.',
  'amount.fraction': 'Ein Pebble ist die kleinste Einheit: nur ganze Zahlen.',
  'amount.not_a_number': 'Nur Ziffern und ein Komma, etwa 12,5.',
  'amount.too_many_decimals': 'CRN hat höchstens acht Dezimalstellen.',
  'amount.zero': 'Der Betrag muss größer als null sein.',
  'amount.too_large': 'Das ist mehr, als es geben kann.',
  'amount.insufficient_balance': 'Betrag und Gebühr sind zusammen mehr, als Sie ausgeben können.',
  'fee.empty': 'Geben Sie eine Gebühr ein.',
  'fee.comma': 'Schreiben Sie ein Komma vor die Dezimalstellen und keine Tausenderpunkte, etwa 1234,5.',
  'fee.negative': 'Die kleinste Gebühr ist {minimum}.',
  'fee.exponent': 'Schreiben Sie die Gebühr in Ziffern aus.',
  'fee.fraction': 'Ein Pebble ist die kleinste Einheit: nur ganze Zahlen.',
  'fee.not_a_number': 'Nur Ziffern und ein Komma, etwa 12,5.',
  'fee.too_many_decimals': 'CRN hat höchstens acht Dezimalstellen.',
  'fee.zero': 'Die kleinste Gebühr ist {minimum}.',
  'fee.too_large': 'Eine Gebühr kann höchstens {maximum} sein.',
  'fee.below_minimum': 'Um die ausstehende Transaktion zu ersetzen, sind mindestens {minimum} nötig.',
  'fee.insufficient_balance': 'Das Konto kann diese Gebühr nicht zahlen.',
  'recipient.empty': 'Geben Sie eine Adresse ein.',
  'recipient.too_short': '{length} von {whole} Zeichen.',
  'recipient.too_long': 'Eine Adresse hat {whole} Zeichen; das sind {length}.',
  'recipient.alphabet': 'Adressen enthalten nie „{character}“. Prüfen Sie auf Tippfehler.',
  'recipient.wrong_network':
    'Das ist eine Adresse von {network}; diese Wallet gehört zu {wallet} (Adressen beginnen mit „{prefix}“).',
  'recipient.foreign': 'Das ist die Adresse einer anderen Währung. Dorthin gesendete CRN wären verloren.',
  'recipient.prefix': 'Adressen von {wallet} beginnen mit „{prefix}“.',
  'recipient.checksum':
    'Falsche Prüfsumme: Mindestens ein Zeichen stimmt nicht. Kopieren Sie die Adresse noch einmal.',
  'recipient.coinbase_sender': 'Das steht für neu entstandene Coins; dorthin kann nichts gesendet werden.',
  'recipient.prefix_of':
    'Adressen von {wallet} beginnen mit „{prefix}“. Diese beginnt wie eine von {network}.',
  'recipient.wrong_place':
    'Falsche Prüfsumme: Wahrscheinlich ist Zeichen {place} („{character}“) falsch. Fragen Sie noch einmal nach der Adresse.',
  'recipient.swapped_places':
    'Falsche Prüfsumme: Wahrscheinlich sind die Zeichen {place} und {next} vertauscht. Fragen Sie noch einmal nach der Adresse.',
  'recipient.request_too_long': 'Diese Zahlungsanforderung ist zu lang.',
  'recipient.request_no_address': 'Diese Zahlungsanforderung nennt keine Adresse.',
  'recipient.request_amount': 'Der Betrag in dieser Zahlungsanforderung ist nicht lesbar.',
  'recipient.request_encoding': 'Diese Zahlungsanforderung ist beschädigt.',
  'recipient.request_repeated': 'Diese Zahlungsanforderung enthält eine Angabe doppelt.',
  'recipient.request_unknown_requirement':
    'Diese Zahlungsanforderung verlangt etwas, das diese Wallet nicht kann.',
  'recipient.choose': 'Wählen Sie einen Vorschlag oder geben Sie die ganze Adresse ein.',
  'recipient.own': 'Eines Ihrer eigenen Konten: {name}.',
  'recipient.own_self': 'Das ist das Konto, von dem Sie senden.',
  'recipient.contact': 'Ihr Kontakt {name}.',
  'recipient.paid': 'Sie haben schon dorthin gezahlt.',
  'recipient.adds_up': 'Gültige Adresse.',
  'recipient.first_time': 'Sie haben noch nie dorthin gezahlt.',
  'recipient.first_time_read': {
    one: 'In Ihrer letzten Transaktion haben Sie nicht dorthin gezahlt.',
    other: 'In Ihren letzten {count} Transaktionen haben Sie nicht dorthin gezahlt.',
  },
};
