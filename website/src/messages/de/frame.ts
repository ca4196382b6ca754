import type { Translation } from '@cairn/ui/messages.js';
import type { frame as english } from '../en/frame.ts';

export const frame: Translation<typeof english> = {
  'site.name': 'Cairn-Explorer',
  'nav.statistics': 'Statistik',
  'time.zone': 'Zeiten',
  'time.utc': 'UTC',
  'time.local': 'Lokal',
  'time.localHint': 'Zeiten in der Zeitzone dieses Geräts',
  'time.utcHint': 'Zeiten in UTC',
  'footer.facts': '{network} · Chain {id} · Block {height} · API v{version}',
  'notice.loading': 'Wird geladen …',
};
