import type { Translation } from '@cairn/ui/messages.js';
import type { scan as english } from '../en/scan.ts';

export const scan: Translation<typeof english> = {
  'scan.invalid_length': 'Er hat die falsche Länge: Ein Teil fehlt, oder er ist keine Überweisung.',
  'scan.invalid_encoding': 'Er ist beschädigt: Er enthält Zeichen, die in keiner Überweisung vorkommen.',
  'scan.invalid_network': 'Er ist für ein anderes Netzwerk; diese Wallet ist für {wallet}.',
  'scan.invalid_address': 'Absender oder Empfänger ist keine gültige Adresse dieses Netzwerks.',
  'scan.invalid_value': 'Der Betrag ist null.',
  'scan.invalid_nonce': 'Seine Nonce ist 0; Nonces beginnen bei 1.',
  'scan.invalid_fee': 'Die Gebühr ist ungewöhnlich hoch und größer als der Betrag.',
  'scan.invalid_signature': 'Er ist nicht vom Absender signiert.',
  'scan.refused_known': 'Der Node hat diese Überweisung bereits. Sie steht in der Aktivität.',
  'scan.refused_nonce_used':
    'Ein Block enthält bereits eine andere Überweisung mit Nonce {nonce}. Diese kann nie ausgeführt werden.',
  'scan.refused_nonce_pending':
    'Eine andere Überweisung mit Nonce {nonce} steht aus. Warten Sie, bis sie bestätigt ist.',
  'scan.refused_replacement_fee':
    'Eine Überweisung mit Nonce {nonce} steht aus. Um sie zu ersetzen, muss die Gebühr mindestens 10 % höher sein.',
  'scan.refused_nonce_gap':
    'Eine frühere Überweisung dieses Kontos hat den Node nicht erreicht: Nonce {nonce} ist noch nicht an der Reihe. Senden Sie zuerst die frühere.',
  'scan.refused_balance': 'Das Konto kann Betrag und Gebühr zusammen nicht zahlen.',
  'scan.title': 'Scannen',
  'scan.card': 'QR-Code lesen',
  'scan.text':
    'Eine Adresse, eine Zahlungsanforderung oder eine Überweisung von einem anderen Ihrer Geräte. Ohne Ihre Bestätigung wird nichts signiert oder gesendet.',
  'scan.start': 'Kamera verwenden',
  'scan.stop': 'Kamera ausschalten',
  'scan.camera': 'Kamerabild',
  'scan.file': 'Bild lesen',
  'scan.paste': 'Oder den Text des Codes einfügen',
  'scan.paste_hint': 'Er beginnt mit cairn: oder CAIRN-.',
  'scan.read': 'Lesen',
  'scan.again': 'Anderen Code scannen',
  'scan.from_form': 'QR-Code scannen',
  'scan.no_code': 'In diesem Bild ist kein QR-Code zu finden',
  'scan.no_code_text': 'Nehmen Sie ein scharfes Bild mit dem ganzen Code und seinem weißen Rand.',
  'scan.camera_refused': 'Der Browser erlaubt die Kamera nicht',
  'scan.camera_refused_text':
    'Erlauben Sie die Kamera im Browser für diese Webadresse, lesen Sie ein Bild oder fügen Sie den Text ein.',
  'scan.camera_missing': 'Keine Kamera gefunden',
  'scan.camera_missing_text': 'Lesen Sie ein Bild des Codes oder fügen Sie seinen Text ein.',
  'scan.not_loaded': 'Das Programm zum Lesen von Codes konnte nicht geladen werden',
  'scan.not_loaded_text':
    'Das Gateway wurde vielleicht beendet. Starten Sie es wieder und versuchen Sie es erneut, oder fügen Sie den Text ein.',
  'scan.refused': 'Dieser Code wurde abgelehnt',
  'scan.other': 'Dieser Code ist nicht für diese Wallet',
  'scan.other_text': 'Er ist weder eine Adresse noch eine Zahlungsanforderung oder Überweisung.',
  'scan.as_text': 'Als Text anzeigen',
  'scan.copy': 'Als Text kopieren',

  'unsigned.title': 'Signieren lassen',
  'unsigned.step_scan':
    'Öffnen Sie in der Wallet mit dem Schlüssel von {account} „Scannen“ und scannen Sie diesen Code.',
  'unsigned.step_sign': 'Prüfen Sie dort die Angaben und signieren Sie dann.',
  'unsigned.step_back':
    'Scannen Sie dann mit dieser Wallet den Code, den jene zeigt. Erst danach wird etwas gesendet.',
  'unsigned.qr': 'QR-Code der unsignierten Überweisung',
  'unsigned.scan': 'Signierte Überweisung scannen',
  'unsigned.show': 'QR-Code zum Signieren anzeigen',

  'sign.title': 'Diese Überweisung signieren?',
  'sign.text':
    'Ein anderes Gerät bittet um Ihre Signatur. Wer die signierte Überweisung hat, kann sie senden, aber nicht ändern.',
  'sign.sign': 'Signieren',
  'sign.other_account':
    'Der Absender {address} ist kein Konto dieser Wallet; die Überweisung kann hier nicht signiert werden.',
  'sign.watched_account':
    'Diese Wallet beobachtet {account} nur: Der Schlüssel ist nicht hier, die Überweisung kann nicht signiert werden.',
  'sign.nonce_used':
    'Ein Block enthält bereits eine Überweisung dieses Kontos mit Nonce {nonce}. Diese könnte nie ausgeführt werden.',
  'sign.cancels':
    'Sie storniert die ausstehende Überweisung mit der Nonce {nonce}: Sie verbraucht die Nonce und sendet 1 Pebble an das eigene Konto zurück.',
  'sign.twice': 'Sie haben schon eine andere Überweisung mit dieser Nonce signiert',
  'sign.twice_text': '{amount} an {recipient}. Nur eine der beiden kann ausgeführt werden.',
  'sign.twice_consent': 'Ich möchte diese an ihrer Stelle signieren',
  'sign.twice_missing': 'Setzen Sie den Haken, um fortzufahren.',
  'sign.not_signed': 'Es wurde nichts signiert',
  'sign.done': 'Signiert',
  'sign.done_text':
    'Scannen Sie diesen Code mit der Wallet, die das Konto beobachtet. Sie sendet die Überweisung.',
  'sign.qr': 'QR-Code der signierten Überweisung',

  'submit.title': 'Diese signierte Überweisung senden?',
  'submit.text': 'Ein anderes Gerät hat sie signiert. Sie lässt sich nicht mehr ändern.',
  'submit.speed_up':
    'Sie ersetzt die ausstehende Überweisung mit der Nonce {nonce} durch dieselbe mit höherer Gebühr. Nur eine der beiden wird ausgeführt.',
  'submit.cancel':
    'Sie storniert die ausstehende Überweisung mit der Nonce {nonce}, sofern diese nicht vorher in einen Block kommt.',
  'submit.send': 'Senden',
  'submit.other_account':
    'Der Absender {address} ist nicht in dieser Wallet. Beobachten Sie zuerst diese Adresse und scannen Sie dann erneut.',
  'submit.reading': 'Das Konto wird gelesen …',
  'submit.blocked': 'Senden ist gerade nicht möglich. Es wurde nichts gesendet; versuchen Sie es erneut.',
};
