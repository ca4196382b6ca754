import { texts as sharedTexts } from '../../shared/texts.ts';

export const texts = sharedTexts.with({
  'accounts.yourAddress': ['Your address', 'Ihre Adresse'],
  'receive.qr': ['QR code of the address {address}', 'QR-Code der Adresse {address}'],
  'receive.requestQr': ['QR code of the payment request', 'QR-Code der Zahlungsanforderung'],
  'receive.copy': ['Copy address', 'Adresse kopieren'],
  'receive.network': [
    'This is a {network} address: only {network} coins can arrive here. Compare all of its characters after pasting or scanning it.',
    'Das ist eine Adresse von {network}: Nur Coins von {network} können hier ankommen. Vergleichen Sie nach dem Einfügen oder Scannen alle Zeichen.',
  ],
  'receive.watched': [
    'You only watch this address: its keys are not in this wallet, so coins sent to it cannot be spent from here.',
    'Diese Adresse beobachten Sie nur: Ihre Schlüssel sind nicht in dieser Wallet. Dorthin gesendete Coins können Sie von hier aus nicht ausgeben.',
  ],
  'receive.request': ['Request a payment', 'Zahlung anfordern'],
  'receive.requestText': [
    'A link that shows what you ask for and fills in the payer’s form.',
    'Ein Link, der zeigt, worum Sie bitten, und das Formular des Zahlenden ausfüllt.',
  ],
  'receive.messageHint': ['Only the payer sees it.', 'Nur der Zahlende sieht sie.'],
  'receive.link': ['link', 'Link'],
  'receive.copyLink': ['Copy link', 'Link kopieren'],
  'receive.copyUri': ['Copy for a wallet', 'Für eine Wallet kopieren'],
  'receive.onlyHere': [
    'The link works on this computer only, as your explorer does.',
    'Der Link geht nur auf diesem Computer, wie Ihr Explorer.',
  ],
  'receive.share': ['Share…', 'Teilen …'],
});
export const { t, Rich } = texts;
