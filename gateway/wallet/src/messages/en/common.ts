/** Messages that several screens use. */
export const common = {
  'common.title': '{screen} · Cairn Wallet',
  'common.cancel': 'Cancel',
  'common.close': 'Close',
  'common.save': 'Save',
  'common.delete': 'Delete',
  'common.pebbles': 'pebbles',
  'common.notKnown': 'not known',
  'common.opensNewTab': '(opens a new tab)',
  'common.hiddenAmount': 'Amount hidden',
  'common.lengthLeft': { one: 'Room for one more character.', other: 'Room for {count} more characters.' },
  'common.lengthFull': 'The limit of {count} characters is reached. More is left out.',
} as const;
