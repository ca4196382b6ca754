/** The frame around every screen. */
export const frame = {
  'frame.skip': 'Skip to the content',
  'frame.navigation': 'Wallet',
  'frame.overview': 'Overview',
  'frame.send': 'Send',
  'frame.receive': 'Receive',
  'frame.activity': 'Activity',
  'frame.contacts': 'Contacts',
  'frame.accounts': 'Accounts',
  'frame.node': 'Node',
  'frame.settings': 'Settings',
  'frame.more': 'More',
  'frame.nodeState': 'Node:',
  'frame.lock': 'Lock',
  'frame.lockTitle': 'Lock the wallet',
  'frame.hideAmounts': 'Hide amounts',
  'frame.showAmounts': 'Show amounts',
} as const;
