/** The list of accounts. */
export const accounts = {
  'accounts.usualName': 'Account {index}',
  'accounts.watchedName': 'Watched address',
  'accounts.title': 'Accounts',
  'accounts.text':
    'Every account of yours comes from the one recovery phrase: whoever has the phrase has them all. Names stay in this wallet.',
  'accounts.own': 'Your accounts',
  'accounts.watched': 'Watched addresses',
  'accounts.watchedText':
    'Addresses whose keys are not in this wallet. You see what happens there; nothing can be sent from them.',
  'accounts.watchOnly': 'Watch only',
  'accounts.shown': 'Shown',
  'accounts.show': 'Show',
  'accounts.showNamed': 'Show {name}',
  'accounts.change': 'Change {name}',
  'accounts.add': 'Add account',
  'accounts.addNext': 'Add the next account',
  'accounts.watch': 'Watch an address',
  'accounts.name': 'Name',
  'accounts.nameHint': 'Empty: {usual}.',
  'accounts.nameOptional': 'Optional.',
  'accounts.path': 'Derivation path',
  'accounts.addressLabel': 'Address to watch',
  'accounts.addressHint': 'All 34 characters of an address of {network}.',
  'accounts.remove': 'Take off the list',
  'accounts.removeOwnText':
    'It stays part of the recovery phrase, with all that it holds. “Add account” or a search brings it back.',
  'accounts.removeWatchedText': 'Only this wallet forgets the address and its name.',
  'accounts.switch': 'Account',
  'accounts.yourAddress': 'Your address',
  'accounts.addressWord': 'address',
  'accounts.qr': 'QR code of the address {address}',

  'discovery.title': 'Accounts in use',
  'discovery.text':
    'Looks on the chain for accounts of your recovery phrase that hold or have sent coins, until {gap} in a row have not.',
  'discovery.start': 'Look for accounts',
  'discovery.again': 'Look again',
  'discovery.running': 'Looking for your accounts …',
  'discovery.progress': {
    one: '{count} account asked about, {found} in use so far.',
    other: '{count} accounts asked about, {found} in use so far.',
  },
  'discovery.done': { one: '{count} account is in use.', other: '{count} accounts are in use.' },
  'discovery.none': 'None of the first {checked} accounts is in use on this network.',
  'discovery.added': { one: '{count} was added to the list.', other: '{count} were added to the list.' },
  'discovery.failed': 'The search for your accounts broke off',
  'discovery.failedText':
    'There may be more accounts in use than are listed; their coins are safe. The search starts anew when you ask for it.',
  'discovery.failedDown': 'The node did not answer.',
  'discovery.failedNetwork': 'The node is on another network than this wallet.',
  'discovery.failedStorage': 'What was found could not be stored.',
} as const;
