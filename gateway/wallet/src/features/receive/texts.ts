import { defineTexts } from '@cairn/ui/messages.js';
import { texts as sharedTexts } from '../../shared/texts.ts';

export const texts = defineTexts(
  {
    en: {
      'accounts.yourAddress': 'Your address',
      'receive.qr': 'QR code of the address {address}',
      'receive.requestQr': 'QR code of the payment request',
      'receive.copy': 'Copy address',
      'receive.network':
        'This is a {network} address: only {network} coins can arrive here. Compare all of its characters after pasting or scanning it.',
      'receive.watched':
        'You only watch this address: its keys are not in this wallet, so coins sent to it cannot be spent from here.',
      'receive.request': 'Ask for an amount',
      'receive.requestText': 'A link that fills in the payer’s form.',
      'receive.amount': 'Amount',
      'receive.message': 'Message',
      'receive.messageHint': 'Only the payer sees it.',
      'receive.link': 'Payment request',
      'receive.copyLink': 'Copy link',
      'receive.share': 'Share…',
    },
    de: {
      'accounts.yourAddress': 'Ihre Adresse',
      'receive.qr': 'QR-Code der Adresse {address}',
      'receive.requestQr': 'QR-Code der Zahlungsanforderung',
      'receive.copy': 'Adresse kopieren',
      'receive.network':
        'Das ist eine Adresse von {network}: Nur Coins von {network} können hier ankommen. Vergleichen Sie nach dem Einfügen oder Scannen alle Zeichen.',
      'receive.watched':
        'Diese Adresse beobachten Sie nur: Ihre Schlüssel sind nicht in dieser Wallet. Dorthin gesendete Coins können Sie von hier aus nicht ausgeben.',
      'receive.request': 'Betrag anfordern',
      'receive.requestText': 'Ein Link, der das Formular des Zahlenden ausfüllt.',
      'receive.amount': 'Betrag',
      'receive.message': 'Nachricht',
      'receive.messageHint': 'Nur der Zahlende sieht sie.',
      'receive.link': 'Zahlungsanforderung',
      'receive.copyLink': 'Link kopieren',
      'receive.share': 'Teilen …',
    },
  },
  sharedTexts,
);
export const { t, Rich } = texts;
