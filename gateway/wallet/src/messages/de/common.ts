import type { Translation } from '@cairn/ui/messages.js';
import type { common as english } from '../en/common.ts';

export const common: Translation<typeof english> = {
  'common.title': '{screen} · Cairn-Wallet',
  'common.cancel': 'Abbrechen',
  'common.close': 'Schließen',
  'common.save': 'Speichern',
  'common.delete': 'Löschen',
  'common.pebbles': 'Pebbles',
  'common.notKnown': 'nicht bekannt',
  'common.opensNewTab': '(öffnet einen neuen Tab)',
  'common.hiddenAmount': 'Betrag verborgen',
  'common.lengthLeft': { one: 'Noch Platz für ein Zeichen.', other: 'Noch Platz für {count} Zeichen.' },
  'common.lengthFull': 'Höchstens {count} Zeichen: Weitere werden weggelassen.',
};
