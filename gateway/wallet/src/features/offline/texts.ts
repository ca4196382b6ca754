import { texts as transferTexts } from '../transfers/index.ts';

export const texts = transferTexts.with({
  'scan.invalid_network': [
    'It is for another network; this wallet is for {wallet}.',
    'Er ist für ein anderes Netzwerk; diese Wallet ist für {wallet}.',
  ],
  'scan.invalid_damaged': [
    'It is damaged, or not a transfer that any account of this network can make.',
    'Er ist beschädigt oder keine Überweisung, die in diesem Netzwerk möglich ist.',
  ],
  'scan.invalid_signature': ['It is not signed by its sender.', 'Er ist nicht vom Absender signiert.'],
  'scan.text': [
    'Reads an address, a payment request, or a transfer from another device of yours. Nothing is signed or sent before you confirm it.',
    'Liest eine Adresse, eine Zahlungsanforderung oder eine Überweisung von einem anderen Ihrer Geräte. Ohne Ihre Bestätigung wird nichts signiert oder gesendet.',
  ],
  'scan.start': ['Use the camera', 'Kamera verwenden'],
  'scan.stop': ['Stop the camera', 'Kamera ausschalten'],
  'scan.camera': ['Camera picture', 'Kamerabild'],
  'scan.file': ['Read an image', 'Bild lesen'],
  'scan.paste': ['Or paste the text of the code', 'Oder den Text des Codes einfügen'],
  'scan.paste_hint': [
    'An address, or a text that begins with cairn: or CAIRN-.',
    'Eine Adresse oder ein Text, der mit cairn: oder CAIRN- beginnt.',
  ],
  'scan.read': ['Read', 'Lesen'],
  'scan.again': ['Scan another code', 'Anderen Code scannen'],
  'scan.no_code': ['No QR code found in this image', 'In diesem Bild ist kein QR-Code zu finden'],
  'scan.no_code_text': [
    'Use a sharp picture with the whole code and its white border.',
    'Nehmen Sie ein scharfes Bild mit dem ganzen Code und seinem weißen Rand.',
  ],
  'scan.no_camera': ['The camera cannot be used', 'Die Kamera ist nicht verfügbar'],
  'scan.no_camera_text': [
    'Allow it for this web address, read an image of the code, or paste its text.',
    'Erlauben Sie sie für diese Webadresse, lesen Sie ein Bild des Codes oder fügen Sie seinen Text ein.',
  ],
  'scan.refused': ['This code was refused', 'Dieser Code wurde abgelehnt'],
  'scan.other': [
    'It is not an address, a payment request or a transfer.',
    'Er ist weder eine Adresse noch eine Zahlungsanforderung oder Überweisung.',
  ],
  'sign.title': ['Sign this transfer?', 'Diese Überweisung signieren?'],
  'sign.text': [
    'Another device asks for your signature. Anyone who has the signed transfer can send it, but not change it.',
    'Ein anderes Gerät bittet um Ihre Signatur. Wer die signierte Überweisung hat, kann sie senden, aber nicht ändern.',
  ],
  'sign.other_account': [
    'The sender {address} is not an account of this wallet, so it cannot be signed here.',
    'Der Absender {address} ist kein Konto dieser Wallet; die Überweisung kann hier nicht signiert werden.',
  ],
  'sign.watched_account': [
    'This wallet only watches {account}: its key is not here, so it cannot be signed.',
    'Diese Wallet beobachtet {account} nur: Der Schlüssel ist nicht hier, die Überweisung kann nicht signiert werden.',
  ],
  'sign.nonce_used': [
    'A block already holds a transfer of this account with nonce {nonce}. This one could never be carried out.',
    'Ein Block enthält bereits eine Überweisung dieses Kontos mit Nonce {nonce}. Diese könnte nie ausgeführt werden.',
  ],
  'sign.cancels': [
    'It cancels the transfer with nonce {nonce} that is pending: it uses up the nonce and sends 1 pebble back to its own account.',
    'Sie storniert die ausstehende Überweisung mit der Nonce {nonce}: Sie verbraucht die Nonce und sendet 1 Pebble an das eigene Konto zurück.',
  ],
  'sign.twice': [
    'You signed another transfer with this nonce before',
    'Sie haben schon eine andere Überweisung mit dieser Nonce signiert',
  ],
  'sign.twice_text': [
    '{amount} to {recipient}. Only one of the two can be carried out.',
    '{amount} an {recipient}. Nur eine der beiden kann ausgeführt werden.',
  ],
  'sign.twice_consent': ['I want to sign this one in its place', 'Ich möchte diese stattdessen signieren'],
  'sign.twice_missing': ['Tick this box to go on.', 'Setzen Sie den Haken, um fortzufahren.'],
  'sign.done': ['Signed transfer', 'Signierte Überweisung'],
  'sign.done_text': [
    'Scan this code with the wallet that watches the account. It sends the transfer.',
    'Scannen Sie diesen Code mit der Wallet, die das Konto beobachtet. Sie sendet die Überweisung.',
  ],
  'sign.qr': ['QR code of the signed transfer', 'QR-Code der signierten Überweisung'],
  'submit.title': ['Send this signed transfer?', 'Diese signierte Überweisung senden?'],
  'submit.text': [
    'Another device signed it. It can no longer be changed.',
    'Ein anderes Gerät hat sie signiert. Sie lässt sich nicht mehr ändern.',
  ],
  'submit.speed_up': [
    'It replaces the pending transfer with nonce {nonce} by the same one with a higher fee. Only one of the two can be carried out.',
    'Sie ersetzt die ausstehende Überweisung mit der Nonce {nonce} durch dieselbe mit höherer Gebühr. Nur eine der beiden wird ausgeführt.',
  ],
  'submit.cancel': [
    'It cancels the pending transfer with nonce {nonce}, unless that one gets into a block first.',
    'Sie storniert die ausstehende Überweisung mit der Nonce {nonce}, sofern diese nicht vorher in einen Block kommt.',
  ],
  'submit.other_account': [
    'The sender {address} is not in this wallet. Watch that address first, then scan again.',
    'Der Absender {address} ist nicht in dieser Wallet. Beobachten Sie zuerst diese Adresse und scannen Sie dann erneut.',
  ],
  'submit.reading': ['Reading the account …', 'Das Konto wird gelesen …'],
  'submit.blocked': [
    'Sending is not possible right now. Nothing was sent; try again.',
    'Senden ist gerade nicht möglich. Es wurde nichts gesendet; versuchen Sie es erneut.',
  ],
});
export const { t, Rich } = texts;
