/** Unlocking, password, backup, and errors of the stored wallet. */
export const vault = {
  'unlock.title': 'Unlock your wallet',
  'unlock.password': 'Password',
  'unlock.wrong': 'This password does not open the wallet.',
  'unlock.unlock': 'Unlock',
  'unlock.unlocking': 'Unlocking…',
  'unlock.forgotten': 'Forgot the password?',
  'unlock.renewed': 'The gateway was restarted',
  'unlock.renewedText': 'The page was reloaded because of that. It never sends anything automatically.',
  'unlock.idle': 'Locked while you were away',
  'unlock.idleText': {
    one: 'Locked after {count} minute of inactivity.',
    other: 'Locked after {count} minutes of inactivity.',
  },
  'unlock.otherTab': 'Locked in another tab',
  'unlock.otherTabText': 'All tabs of the wallet lock together.',
  'unlock.vaultChanged': 'The wallet was changed in another tab',
  'unlock.vaultChangedText':
    'It has a new password, or another wallet took its place. Use its current password.',

  'forget.title': 'Start over',
  'forget.warning': 'This removes the encrypted wallet from this browser',
  'forget.text':
    'The coins stay where they are, and only the recovery phrase or an exported file gives access to them again. Without them they are lost.',
  'forget.notBackedUp': 'You have not confirmed yet that the recovery phrase is written down.',
  'forget.type': 'Type “{word}” to confirm',
  'forget.word': 'forget',
  'forget.typeError': 'Type the word {word}.',
  'forget.keep': 'Keep the wallet',
  'forget.forget': 'Forget this wallet',

  'unusable.title': 'The stored wallet cannot be read',
  'unusable.newer': 'It was written by a newer version of the wallet',
  'unusable.newerText':
    'It is kept as it is. Start the newer version of the gateway, and it opens with your password.',
  'unusable.unsupported': 'It has a format that this page does not support',
  'unusable.unsupportedText': 'Another version of this page may open it. Nothing was changed.',
  'unusable.damaged': 'It is damaged',
  'unusable.damagedText':
    'Nothing was changed. If you have the recovery phrase or an exported file, you can remove it and restore the wallet.',
  'unusable.storage': 'The browser cannot read the wallet’s data',
  'unusable.storageText':
    'Its storage may be switched off for this web address, or in use by a newer page. Nothing was changed. Close other tabs of the wallet, allow storage (cookies and site data) for this web address, and load the page again.',
  'unusable.reload': 'Load the page again',
  'unusable.remove': 'Remove it and start over',

  'security.title': 'Security',
  'security.lockNow': 'Lock now',
  'security.phrase': 'Recovery phrase',
  'security.phraseText': 'The words that restore every account of this wallet.',
  'security.backedUp': 'Confirmed as written down',
  'security.notBackedUp': 'Not confirmed as written down',
  'security.reveal': 'Show the words',
  'security.hide': 'Hide the words',
  'security.revealWarning':
    'Anyone who sees these words can take all your coins. Make sure that no person and no camera can see the screen.',
  'security.revealHides': 'They are hidden after a minute, and when you open another tab, window or screen.',
  'security.password': 'Password',
  'security.passwordText':
    'Encrypts the wallet in this browser. Exported files keep the password that they were made with.',
  'security.changePassword': 'Change the password',
  'security.currentPassword': 'Current password',
  'security.passwordSame': 'This is the current password.',
  'security.change': 'Change password',
  'security.changing': 'Encrypting…',
  'security.changed': 'The password was changed. Other tabs were locked.',
  'security.file': 'Wallet file',
  'security.fileText':
    'The encrypted wallet as a file, with names, contacts and labels. The browser keeps the wallet for this one web address only: a file moves it to another browser or port.',
  'security.export': 'Export',
  'security.exportFull': 'Export the wallet file',
  'security.exported': 'The browser saves the file. It opens with the password that you have just typed.',
  'security.durable': 'The browser promised to keep the wallet.',
  'security.notDurable':
    'The browser makes no promise to keep the wallet: it may clear it when space runs short, and a private window forgets it when it closes. Keep the recovery phrase or a wallet file.',
  'security.forget': 'Forget this wallet',
  'security.forgetText': 'Removes the encrypted wallet from this browser.',
  'security.forgetAsk': 'Forget this wallet…',
  'security.checking': 'Checking…',

  'backup.title': 'Back up your wallet',
  'backup.needed': 'Your recovery phrase is not confirmed yet',
  'backup.neededText':
    'If this browser loses its data, only the phrase brings your coins back. It takes a minute: write it down, and repeat a few of its words.',
  'backup.receiveText':
    'The address is shown once you have confirmed that the recovery phrase is written down, so that nothing arrives that could be lost with this browser.',
  'backup.start': 'Back up now',
  'backup.password': 'Enter your password to show the words.',
  'backup.done': 'Your recovery phrase is confirmed. Keep it safe.',
  'backup.showAddress': 'Show my address',

  'failure.storage':
    'The browser could not store the wallet’s data: its storage may be switched off. Nothing was changed.',
  'failure.storageFull':
    'The browser has no room left for the wallet’s data. Nothing was changed. Free some space on this device, or remove the data of other sites, and try again.',
  'failure.storageUnavailable':
    'This browser does not let the wallet store its data. Allow storage (cookies and site data) for this web address, leave the private window, or use another browser.',
  'failure.vaultUnreadable': 'The wallet that is stored in this browser cannot be read by this page.',
  'failure.vaultNewer':
    'It was written by a newer version of the wallet. Start that version; nothing was changed.',
  'failure.vaultChanged':
    'Another tab has just changed the stored wallet. Nothing was changed here; try again.',
  'failure.locked': 'The wallet has been locked. Nothing was changed.',
  'failure.invalidContents': 'The wallet cannot store this: it is too long, or there is too much of it.',
  'failure.tooManyAccounts': 'This wallet already lists as many accounts as it can.',
  'failure.accountListed': 'This address is already in the wallet.',
  'failure.invalidWatchAddress': 'This is not an address of this network.',
  'failure.lastAccount': 'A wallet needs at least one of its own accounts.',
  'failure.notAVaultFile': 'This file is not an exported wallet.',
  'failure.vaultOtherNetwork': 'This wallet is for another network than the gateway’s.',
  'failure.wrongPassword': 'This password does not open the wallet.',
  'failure.passwordShort': 'The password is too short.',
  'failure.noAccount': 'This account is not in the wallet.',
  'failure.planMismatch': 'This transfer belongs to another account or chain.',
  'failure.noTestCoins':
    'No development account could pay. Start a new devnet, or mine some blocks to this account.',
  'failure.unknown': 'An unexpected error occurred ({name}).',
} as const;
