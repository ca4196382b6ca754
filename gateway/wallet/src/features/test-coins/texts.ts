import { defineTexts } from '@cairn/ui/messages.js';
import { texts as sharedTexts } from '../../shared/texts.ts';

export const texts = defineTexts(
  {
    en: {
      'coins.title': 'Test coins',
      'coins.text': 'This is a development network: its coins have no value. Get some to try the wallet out.',
      'coins.get': 'Get {amount} test coins',
      'coins.sent': '{amount} test coins are on the way. They appear with the next block.',
      'coins.failed': 'No test coins were sent',
    },
    de: {
      'coins.title': 'Test-Coins',
      'coins.text':
        'Das ist ein Entwicklungsnetzwerk: Seine Coins haben keinen Wert. Holen Sie sich welche, um die Wallet auszuprobieren.',
      'coins.get': '{amount} Test-Coins holen',
      'coins.sent': '{amount} Test-Coins sind unterwegs. Sie erscheinen mit dem nächsten Block.',
      'coins.failed': 'Es wurden keine Test-Coins gesendet',
    },
  },
  sharedTexts,
);
export const { t, Rich } = texts;
