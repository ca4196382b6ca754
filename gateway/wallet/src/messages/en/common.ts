/** What several screens say. */
export const common = {
  'common.title': '{screen} · Cairn Wallet',
  'common.cancel': 'Cancel',
  'common.close': 'Close',
  'common.save': 'Save',
  'common.edit': 'Edit',
  'common.delete': 'Delete',
  'common.pebbles': 'pebbles',
  'common.notKnown': 'not known',
  'common.opensNewTab': '(opens a new tab)',
  'common.hiddenAmount': 'Amount hidden',
  'common.transfers': { one: '{count} transfer', other: '{count} transfers' },
} as const;
