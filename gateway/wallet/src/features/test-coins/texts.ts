import { texts as sharedTexts } from '../../shared/texts.ts';

export const texts = sharedTexts.with({
  'coins.title': ['Test coins', 'Test-Coins'],
  'coins.text': [
    'This is a development network: its coins have no value. Get some to try the wallet out.',
    'Das ist ein Entwicklungsnetzwerk: Seine Coins haben keinen Wert. Holen Sie sich welche, um die Wallet auszuprobieren.',
  ],
  'coins.get': ['Get {amount} test coins', '{amount} Test-Coins holen'],
  'coins.sent': [
    '{amount} test coins are on the way. They appear with the next block.',
    '{amount} Test-Coins sind unterwegs. Sie erscheinen mit dem nächsten Block.',
  ],
  'coins.failed': ['No test coins were sent', 'Es wurden keine Test-Coins gesendet'],
});
export const { t, Rich } = texts;
