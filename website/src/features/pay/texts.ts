import { defineTexts } from '../../site/translations.ts';

export const texts = defineTexts({
  'pay.title': ['Payment request', 'Zahlungsanforderung'],
  'pay.description': [
    'Somebody asks you for a payment. Open the link to see how much, and to whom.',
    'Jemand bittet Sie um eine Zahlung. Öffnen Sie den Link: Er sagt, wie viel und an wen.',
  ],
  'pay.by': ['{name} asks you for', '{name} bittet Sie um'],
  'pay.bySomebody': ['You are asked for', 'Sie werden gebeten um'],
  'pay.anyAmount': ['an amount that you choose', 'einen Betrag Ihrer Wahl'],
  'pay.for': ['For', 'Für'],
  'pay.to': ['To', 'An'],
  'pay.recipient': ['recipient’s address', 'Adresse des Empfängers'],
  'pay.open': ['Pay with my wallet', 'Mit meiner Wallet zahlen'],
  'pay.openHint': [
    'Fills in your wallet’s form. Nothing is paid before you have signed it there.',
    'Füllt das Formular Ihrer Wallet aus. Bezahlt wird erst, wenn Sie dort signieren.',
  ],
  'pay.copy': ['Copy the request', 'Anforderung kopieren'],
  'pay.copyHint': [
    'Paste it as the recipient in your wallet, or scan the code.',
    'Fügen Sie sie in Ihrer Wallet als Empfänger ein, oder scannen Sie den Code.',
  ],
  'pay.request': ['payment request', 'Zahlungsanforderung'],
  'pay.qr': ['QR code of the payment request', 'QR-Code der Zahlungsanforderung'],
  'pay.anybody': [
    'Anybody can make such a link: make sure that the address is that of the person you want to pay.',
    'So einen Link kann jeder machen: Prüfen Sie, dass die Adresse der Person gehört, die Sie bezahlen möchten.',
  ],
  'pay.none': ['This link contains no payment request.', 'Dieser Link enthält keine Zahlungsanforderung.'],
  'pay.damaged': [
    'This payment link is damaged. Ask for a new one.',
    'Dieser Zahlungslink ist beschädigt. Bitten Sie um einen neuen.',
  ],
  'pay.unknown_requirement': [
    'This payment link asks for something that Cairn does not know.',
    'Dieser Zahlungslink verlangt etwas, das Cairn nicht kennt.',
  ],
  'pay.otherNetwork': [
    'This payment link is for {network}; this explorer shows {shown}.',
    'Dieser Zahlungslink ist für {network}; dieser Explorer zeigt {shown}.',
  ],
  'pay.noScript': [
    'A payment request is read in your browser, so that no server learns of it. That needs JavaScript.',
    'Eine Zahlungsanforderung wird in Ihrem Browser gelesen, damit kein Server davon erfährt. Dafür ist JavaScript nötig.',
  ],
});

export const { translationsFor, useTranslations } = texts;
