import type { Translation } from '@cairn/ui/messages.js';
import type { settings as english } from '../en/settings.ts';

export const settings: Translation<typeof english> = {
  'settings.title': 'Einstellungen',
  'settings.display': 'Anzeige',
  'settings.language': 'Sprache',
  'settings.english': 'English',
  'settings.german': 'Deutsch',
  'settings.theme': 'Farbschema',
  'settings.unit': 'Beträge in',
  'settings.unitHint': '1 CRN sind 100.000.000 Pebbles.',
  'settings.unit.crn': 'CRN',
  'settings.unit.pebbles': 'Pebbles',
  'settings.times': 'Zeitzone',
  'settings.timesHint': 'Ein Export ist immer in UTC.',
  'settings.times.local': 'Lokal',
  'settings.times.utc': 'UTC',
  'settings.privacy': 'Beträge verbergen',
  'settings.privacyHint':
    'Punkte statt Beträgen auf jeder Seite. Was Sie gleich signieren, ist immer sichtbar.',
  'settings.autoLock': 'Automatisch sperren nach',
  'settings.autoLockHint': 'Zeit ohne Berührung oder Taste in allen Tabs der Wallet.',
  'settings.minutes': { one: '{count} Minute', other: '{count} Minuten' },
  'settings.hours': { one: '{count} Stunde', other: '{count} Stunden' },
  'settings.about': 'Über diese Wallet',
  'settings.network': 'Netzwerk',
  'settings.accounts': 'Konten',
  'settings.derivation': 'Ableitung',
  'settings.explorer': 'Explorer',
  'settings.explorerHint':
    'Links zu Transaktionen führen dorthin. Die Adresse legt --explorer-url des Gateways fest; die Wallet selbst sendet keine Anfrage dorthin.',
  'settings.noExplorer': 'keiner',
};
