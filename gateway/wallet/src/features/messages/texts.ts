import { texts as sharedTexts } from '../../shared/texts.ts';

export const texts = sharedTexts.with({
  'messages.sign': ['Sign a message', 'Nachricht signieren'],
  'messages.sign_text': [
    'A signature proves that you hold the key of {account}. It moves no coins and cannot be used as a transfer.',
    'Eine Signatur beweist, dass Sie den Schlüssel von {account} haben. Sie bewegt keine Coins und kann nicht als Überweisung verwendet werden.',
  ],
  'messages.sign_warning': [
    'Sign only what you understand: the signature shows others that the text is yours.',
    'Signieren Sie nur, was Sie verstehen: Die Signatur zeigt anderen, dass der Text von Ihnen ist.',
  ],
  'messages.empty': ['Enter a message.', 'Geben Sie eine Nachricht ein.'],
  'messages.long': ['At most {count} bytes.', 'Höchstens {count} Bytes.'],
  'messages.watched': [
    'The keys of this address are not in this wallet, so it cannot sign.',
    'Die Schlüssel dieser Adresse sind nicht in dieser Wallet; sie kann deshalb nicht signieren.',
  ],
  'messages.signed': ['Signed message', 'Signierte Nachricht'],
  'messages.signed_text': [
    'Send all of it: the text, the address and the signature. Any Cairn explorer checks it on its page “Verify”.',
    'Geben Sie alles weiter: Text, Adresse und Signatur. Jeder Cairn-Explorer prüft es auf seiner Seite „Prüfen“.',
  ],
  'messages.copy': ['Copy the signed message', 'Signierte Nachricht kopieren'],
  'messages.check': ['Check a message', 'Nachricht prüfen'],
  'messages.check_text': [
    'Somebody sent you a signed message? The explorer shows whose address signed it, and whether the text is unchanged.',
    'Jemand hat Ihnen eine signierte Nachricht geschickt? Der Explorer zeigt, welche Adresse sie signiert hat und ob der Text unverändert ist.',
  ],
  'messages.verify': ['Check it in the explorer', 'Im Explorer prüfen'],
});
export const { t, Rich } = texts;
