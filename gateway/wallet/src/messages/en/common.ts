/** What several screens say. */
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
} as const;
