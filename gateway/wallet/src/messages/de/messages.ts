import type { Translation } from '@cairn/ui/messages.js';
import type { messages as english } from '../en/messages.ts';

export const messages: Translation<typeof english> = {
  'messages.title': 'Nachrichten',
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
};
