import type { Translation } from '@cairn/ui/messages.js';
import type { receive as english } from '../en/receive.ts';

export const receive: Translation<typeof english> = {
  'receive.title': 'Empfangen',
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
  'copy.name': '{what} kopieren',
  'copy.copied': 'Kopiert',
  'copy.checked': 'Kopiert ✓',
  'copy.unchecked': 'Kopiert. Vergleichen Sie die Adresse nach dem Einfügen.',
  'copy.failed': 'Der Browser hat das Kopieren abgelehnt. Markieren und kopieren Sie den Text von Hand.',
  'copy.replaced': 'Etwas hat ersetzt, was Sie kopiert haben',
  'copy.replacedShort': 'Die Zwischenablage enthält jetzt etwas anderes: Fügen Sie es nicht ein.',
  'copy.replacedText':
    'Die Zwischenablage enthält jetzt etwas anderes, als diese Seite hineingelegt hat. Wenn Sie inzwischen nichts kopiert haben, tauscht vielleicht ein Programm auf diesem Gerät Adressen aus, um Zahlungen zu stehlen: Fügen Sie den Inhalt nicht ein und prüfen Sie das Gerät.',
  'copy.pasteBack': 'Zum Vergleichen hier einfügen',
  'copy.pasteBackHint': 'Nichts wird gesendet.',
  'copy.same': 'Stimmt Zeichen für Zeichen überein.',
  'copy.different': 'Das ist nicht der kopierte Text.',
};
