import { texts as transferTexts } from '../transfers/index.ts';

export const texts = transferTexts.with({
  'unsigned.title': ['Have it signed', 'Signieren lassen'],
  'unsigned.step_scan': [
    'On the wallet that holds the key of {account}, open “Scan” and scan this code.',
    'Öffnen Sie in der Wallet mit dem Schlüssel von {account} „Scannen“ und scannen Sie diesen Code.',
  ],
  'unsigned.step_sign': [
    'Check the details there, then sign.',
    'Prüfen Sie dort die Angaben und signieren Sie dann.',
  ],
  'unsigned.step_back': [
    'Then scan the code that it shows with this wallet. Only then is anything sent.',
    'Scannen Sie dann mit dieser Wallet den Code, den jene zeigt. Erst danach wird etwas gesendet.',
  ],
  'unsigned.qr': ['QR code of the unsigned transfer', 'QR-Code der unsignierten Überweisung'],
  'unsigned.scan': ['Scan the signed transfer', 'Signierte Überweisung scannen'],
  'unsigned.show': ['Show the QR code to sign', 'QR-Code zum Signieren anzeigen'],
  'send.clear': ['Clear', 'Leeren'],
  'send.recipient': ['Recipient', 'Empfänger'],
  'send.recipient_placeholder': ['Address, 34 characters', 'Adresse, 34 Zeichen'],
  'recipient.request_damaged': [
    'This payment request is damaged.',
    'Diese Zahlungsanforderung ist beschädigt.',
  ],
  'recipient.request_unknown_requirement': [
    'This payment request asks for something that this wallet cannot do.',
    'Diese Zahlungsanforderung verlangt etwas, das diese Wallet nicht kann.',
  ],
  'recipient.choose': [
    'Choose one below, or enter a whole address.',
    'Wählen Sie einen Vorschlag oder geben Sie die ganze Adresse ein.',
  ],
  'recipient.adds_up': ['Valid address', 'Gültige Adresse'],
  'send.suggestions': ['Known addresses', 'Bekannte Adressen'],
  'send.suggest': ['Send to', 'Senden an'],
  'send.request_taken': ['Payment request of “{label}”', 'Zahlungsanforderung von „{label}“'],
  'send.request_claim': [
    'The name comes from the request. Only the address decides who is paid.',
    'Der Name stammt aus der Anforderung. Nur die Adresse bestimmt, wer das Geld erhält.',
  ],
  'send.request_filled': [
    'This form was filled in from it. Check the recipient and the amount.',
    'Sie hat dieses Formular ausgefüllt. Prüfen Sie Empfänger und Betrag.',
  ],
  'send.request_message': [
    'Message: {message}. Only you see it; a transfer carries no text.',
    'Nachricht: {message}. Nur Sie sehen sie; eine Überweisung enthält keinen Text.',
  ],
  'send.max': ['Max', 'Max.'],
  'send.max_label': ['Max amount', 'Max. Betrag'],
  'send.fee_hint': [
    'Goes to the miner. Blocks include the highest fees first.',
    'Sie geht an den Miner. Ein Block nimmt die höchsten Gebühren zuerst.',
  ],
  'send.fee_same': ['All three are the same at the moment.', 'Zurzeit sind alle drei gleich.'],
  'send.fee_custom': ['Custom fee', 'Eigene Gebühr'],
  'send.preset_economy': ['No hurry', 'Keine Eile'],
  'send.preset_few_blocks': ['Within 5 blocks', 'In 5 Blöcken'],
  'send.preset_next_block': ['Next block', 'Nächster Block'],
  'send.preset_custom': ['Custom', 'Eigene'],
  'send.preset_wait': ['about {minutes} min', 'etwa {minutes} Min.'],
  'send.total': ['Total with fee', 'Gesamt mit Gebühr'],
  'send.none_spendable': [
    'This account has no coins to spend.',
    'Dieses Konto hat keine Coins zum Ausgeben.',
  ],
  'send.review': ['Review', 'Prüfen'],
  'send.blocked_undecided': [
    'Send or discard the signed transfer above first. Then you can sign another one.',
    'Senden oder verwerfen Sie zuerst die signierte Überweisung oben. Danach können Sie eine neue signieren.',
  ],
  'confirm.title_send': ['Confirm the transfer', 'Überweisung bestätigen'],
  'confirm.title_speed_up': ['Raise the fee of this transfer?', 'Gebühr dieser Überweisung erhöhen?'],
  'confirm.title_cancel': ['Cancel this transfer?', 'Diese Überweisung stornieren?'],
  'confirm.sign_send': ['Sign and send', 'Signieren und senden'],
  'confirm.sign_speed_up': ['Raise the fee', 'Gebühr erhöhen'],
  'confirm.sign_cancel': ['Cancel transfer', 'Überweisung stornieren'],
  'confirm.duplicate': [
    'The same amount to the same recipient is already pending. If you sign this one too, both are carried out.',
    'Derselbe Betrag an denselben Empfänger steht schon aus. Signieren Sie auch diese Überweisung, werden beide ausgeführt.',
  ],
  'confirm.changed': [
    'Something has changed since you reviewed this',
    'Seit Ihrer Prüfung hat sich etwas geändert',
  ],
  'confirm.changed_text': [
    'Nothing was signed: the account’s balance or its pending transfers are not the same any more.',
    'Es wurde nichts signiert: Das Guthaben des Kontos oder seine ausstehenden Überweisungen sind nicht mehr dieselben.',
  ],
  'confirm.blocked_text': [
    'Sending was not possible when you pressed the button. If nothing above says why, look at the transfer once more and press it again.',
    'Als Sie die Schaltfläche drückten, war Senden nicht möglich. Steht oben kein Grund, prüfen Sie die Überweisung noch einmal und drücken Sie sie erneut.',
  ],
  'confirm.again': ['Review the current state', 'Jetzigen Stand prüfen'],
  'result.another': ['Send another', 'Weitere senden'],
  'result.to_send': ['Done', 'Fertig'],
  'replace.title_speed_up': ['Speed up this transfer', 'Diese Überweisung beschleunigen'],
  'replace.title_cancel': ['Cancel this transfer', 'Diese Überweisung stornieren'],
  'replace.rule': [
    'The node requires a fee that is at least 10 % higher: {minimum} or more.',
    'Der Node verlangt eine Gebühr, die mindestens 10 % höher ist: {minimum} oder mehr.',
  ],
  'replace.speed_up_text': [
    'The same transfer with a higher fee replaces this one. It is carried out once, never twice.',
    'Dieselbe Überweisung mit höherer Gebühr ersetzt diese. Sie wird einmal ausgeführt, nie zweimal.',
  ],
  'replace.cancel_text': [
    'The amount comes back to you, and you pay a fee for cancelling. A block may still take the transfer first.',
    'Sie erhalten den Betrag zurück und zahlen eine Gebühr für die Stornierung. Ein Block kann die Überweisung trotzdem vorher aufnehmen.',
  ],
  'replace.both': [
    'This may come too late: a miner may already have included the original in a block. Only one of the two will go through.',
    'Es kann zu spät sein: Vielleicht hat ein Miner das Original schon aufgenommen. Nur eine der beiden wird ausgeführt.',
  ],
  'replace.fee_speed_up': ['New fee', 'Neue Gebühr'],
  'replace.fee_cancel': ['Fee for cancelling', 'Gebühr der Stornierung'],
  'replace.fee_now': ['Fee now', 'Jetzige Gebühr'],
  'replace.review_speed_up': ['Review the new fee', 'Neue Gebühr prüfen'],
  'replace.review_cancel': ['Review the cancellation', 'Stornierung prüfen'],
  'replace.keep': ['Leave it as it is', 'So lassen'],
  'replace.gone': [
    'This transfer is no longer pending, so there is nothing to replace.',
    'Diese Überweisung steht nicht mehr aus; es gibt nichts zu ersetzen.',
  ],
});
export const { t, Rich } = texts;
