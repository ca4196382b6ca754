import { defineTexts } from '@cairn/ui/messages.js';
import { texts as sharedTexts } from '../../shared/texts.ts';

export const texts = defineTexts(
  {
    en: {
      'messages.sign': 'Sign a message',
      'messages.sign_text':
        'A signature proves that you hold the key of {account}. It moves no coins and cannot be used as a transfer.',
      'messages.sign_warning':
        'Sign only what you understand: the signature shows others that the text is yours.',
      'messages.text': 'Message',
      'messages.empty': 'Enter a message.',
      'messages.long': 'At most {count} bytes.',
      'messages.sign_button': 'Sign',
      'messages.watched': 'The keys of this address are not in this wallet, so it cannot sign.',
      'messages.signed': 'Signed message',
      'messages.signed_text': 'Send all of it: the text, the address and the signature.',
      'messages.copy': 'Copy the signed message',
      'messages.verify': 'Verify a message',
      'messages.verify_text': 'Paste a signed message as you received it.',
      'messages.block': 'Signed message to verify',
      'messages.verify_button': 'Verify',
      'messages.valid': 'The signature is valid',
      'messages.valid_text': 'The holder of this address signed exactly this text:',
      'messages.by': 'Signed by',
      'messages.invalid': 'The signature is not valid',
      'messages.invalid_text':
        'Text, address and signature do not belong together: one of them was changed, or it was signed by another key.',
      'messages.unreadable':
        'This is not a complete signed message. It begins with “-----BEGIN CAIRN SIGNED MESSAGE-----”.',
    },
    de: {
      'messages.sign': 'Nachricht signieren',
      'messages.sign_text':
        'Eine Signatur beweist, dass Sie den Schlüssel von {account} haben. Sie bewegt keine Coins und kann nicht als Überweisung verwendet werden.',
      'messages.sign_warning':
        'Signieren Sie nur, was Sie verstehen: Die Signatur zeigt anderen, dass der Text von Ihnen ist.',
      'messages.text': 'Nachricht',
      'messages.empty': 'Geben Sie eine Nachricht ein.',
      'messages.long': 'Höchstens {count} Bytes.',
      'messages.sign_button': 'Signieren',
      'messages.watched':
        'Die Schlüssel dieser Adresse sind nicht in dieser Wallet; sie kann deshalb nicht signieren.',
      'messages.signed': 'Signierte Nachricht',
      'messages.signed_text': 'Geben Sie alles weiter: Text, Adresse und Signatur.',
      'messages.copy': 'Signierte Nachricht kopieren',
      'messages.verify': 'Nachricht prüfen',
      'messages.verify_text': 'Fügen Sie eine signierte Nachricht so ein, wie Sie sie erhalten haben.',
      'messages.block': 'Zu prüfende signierte Nachricht',
      'messages.verify_button': 'Prüfen',
      'messages.valid': 'Die Signatur ist gültig',
      'messages.valid_text': 'Der Inhaber dieser Adresse hat genau diesen Text signiert:',
      'messages.by': 'Signiert von',
      'messages.invalid': 'Die Signatur ist ungültig',
      'messages.invalid_text':
        'Text, Adresse und Signatur gehören nicht zusammen: Etwas davon wurde geändert, oder ein anderer Schlüssel hat signiert.',
      'messages.unreadable':
        'Das ist keine vollständige signierte Nachricht. Sie beginnt mit „-----BEGIN CAIRN SIGNED MESSAGE-----“.',
    },
  },
  sharedTexts,
);
export const { t, Rich } = texts;
