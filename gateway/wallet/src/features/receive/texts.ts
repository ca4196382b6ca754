import { texts as sharedTexts } from '../../shared/texts.ts';

export const texts = sharedTexts.with({
  'accounts.yourAddress': ['Your address', 'Ihre Adresse'],
  'receive.qr': ['QR code of the address {address}', 'QR-Code der Adresse {address}'],
  'receive.requestQr': ['QR code of the payment request', 'QR-Code der Zahlungsanforderung'],
  'receive.copy': ['Copy address', 'Adresse kopieren'],
  'receive.network': ['Only for coins of {network}', 'Nur für Coins von {network}'],
  'receive.watched': [
    'You only watch this address: its keys are not in this wallet, so coins sent to it cannot be spent from here.',
    'Diese Adresse beobachten Sie nur: Ihre Schlüssel sind nicht in dieser Wallet. Dorthin gesendete Coins können Sie von hier aus nicht ausgeben.',
  ],
  'receive.request': ['Request a payment', 'Zahlung anfordern'],
  'receive.requestText': [
    'With an amount or a message, the code asks for it, and you get a link to send.',
    'Mit Betrag oder Nachricht bittet der Code darum, und Sie erhalten einen Link zum Verschicken.',
  ],
  'receive.messageHint': ['Only the payer sees it.', 'Nur der Zahlende sieht sie.'],
  'receive.link': ['link', 'Link'],
  'receive.copyLink': ['Copy link', 'Link kopieren'],
  'receive.copyUri': ['Copy for a wallet', 'Für eine Wallet kopieren'],
  'receive.onlyHere': [
    'The link opens on this computer only, as your explorer does. On another one, scan the code.',
    'Der Link öffnet sich nur auf diesem Computer, wie Ihr Explorer. Auf einem anderen scannen Sie den Code.',
  ],
  'receive.share': ['Share…', 'Teilen …'],
});
export const { t, Rich } = texts;
