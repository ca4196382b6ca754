import type { Translation } from '@cairn/ui/messages.js';
import type { shell as english } from '../en/shell.ts';

export const shell: Translation<typeof english> = {
  'shell.name': 'Cairn',
  'shell.kind': '-Wallet',
  'shell.skip': 'Zum Inhalt springen',
  'shell.navigation': 'Wallet',
  'shell.overview': 'Übersicht',
  'shell.send': 'Senden',
  'shell.receive': 'Empfangen',
  'shell.activity': 'Aktivität',
  'shell.contacts': 'Kontakte',
  'shell.accounts': 'Konten',
  'shell.scan': 'Scannen',
  'shell.messages': 'Nachrichten',
  'shell.node': 'Node',
  'shell.settings': 'Einstellungen',
  'shell.more': 'Mehr',
  'shell.nodeState': 'Node:',
  'shell.lock': 'Sperren',
  'shell.lockTitle': 'Wallet sperren',
  'shell.hideAmounts': 'Beträge verbergen',
  'shell.showAmounts': 'Beträge anzeigen',
  'shell.loading': 'Wird geladen',
  'shell.loadFailed': 'Dieser Teil der Seite konnte nicht geladen werden',
  'shell.loadFailedText':
    'Das Gateway wurde vielleicht beendet oder aktualisiert. Starten Sie es wieder und laden Sie dann die Seite neu.',
  'shell.cannotStart': 'Die Wallet kann nicht starten',
  'shell.reload': 'Seite neu laden',
};
