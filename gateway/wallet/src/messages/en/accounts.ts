/** The list of accounts. */
export const accounts = {
  'accounts.usualName': 'Account {index}',
  'accounts.watchedName': 'Watched address',
} as const;
