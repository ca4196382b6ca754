import type { Translation } from '@cairn/ui/messages.js';
import type { frame as english } from '../en/frame.ts';

export const frame: Translation<typeof english> = {
  'frame.name': 'Cairn',
  'frame.kind': '-Wallet',
  'frame.skip': 'Zum Inhalt springen',
  'frame.navigation': 'Wallet',
  'frame.overview': 'Übersicht',
  'frame.send': 'Senden',
  'frame.receive': 'Empfangen',
  'frame.activity': 'Aktivität',
  'frame.contacts': 'Kontakte',
  'frame.accounts': 'Konten',
  'frame.scan': 'Scannen',
  'frame.messages': 'Nachrichten',
  'frame.node': 'Node',
  'frame.settings': 'Einstellungen',
  'frame.more': 'Mehr',
  'frame.account': 'Konto',
  'frame.nodeState': 'Node:',
  'frame.lock': 'Sperren',
  'frame.lockTitle': 'Wallet sperren',
  'frame.hideAmounts': 'Beträge verbergen',
  'frame.showAmounts': 'Beträge anzeigen',
  'frame.loading': 'Wird geladen',
  'frame.loadFailed': 'Dieser Teil der Seite konnte nicht geladen werden',
  'frame.loadFailedText':
    'Das Gateway wurde vielleicht beendet oder aktualisiert. Starten Sie es wieder und laden Sie dann die Seite neu.',
  'frame.cannotStart': 'Die Wallet kann nicht starten',
  'frame.reload': 'Seite neu laden',
};
