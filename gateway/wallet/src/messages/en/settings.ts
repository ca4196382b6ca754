/** What can be chosen for this browser. */
export const settings = {
  'settings.title': 'Settings',
  'settings.display': 'Display',
  'settings.theme': 'Theme',
  'settings.unit': 'Amounts in',
  'settings.unitHint': '1 CRN is 100,000,000 pebbles.',
  'settings.unit.crn': 'CRN',
  'settings.unit.pebbles': 'Pebbles',
  'settings.times': 'Exact times',
  'settings.timesHint': 'An export is always in UTC.',
  'settings.times.local': 'Local',
  'settings.times.utc': 'UTC',
  'settings.privacy': 'Hide amounts',
  'settings.privacyHint':
    'Dots instead of amounts on every screen. What you are about to sign is always shown.',
  'settings.autoLock': 'Lock automatically after',
  'settings.autoLockHint': 'Time without a touch or key in any tab of the wallet.',
  'settings.minutes': { one: '{count} minute', other: '{count} minutes' },
  'settings.hours': { one: '{count} hour', other: '{count} hours' },
  'settings.about': 'About this wallet',
  'settings.network': 'Network',
  'settings.accounts': 'Accounts',
  'settings.derivation': 'Derivation',
  'settings.explorer': 'Explorer',
  'settings.explorerHint':
    'Links to transactions lead there. The gateway’s setting --explorer-url names it; nothing is asked of it before you follow one.',
  'settings.noExplorer': 'none',
} as const;
