/** The first run, and showing, typing and confirming the recovery phrase. */
export const firstRun = {
  'welcome.title': 'Welcome to Cairn Wallet',
  'welcome.text':
    'Your keys are made in this browser, encrypted with your password, and never leave it. The node only ever gets transactions that you have signed.',
  'welcome.create': 'Create a new wallet',
  'welcome.import': 'Import a recovery phrase',
  'welcome.file': 'Restore from a wallet file',
  'welcome.waiting': 'Waiting for the gateway or the node to say which network it is on…',
  'welcome.network': 'This gateway is on {network}',
  'welcome.networkText': 'Coins of {network} are for trying things out and have no value.',

  'step.of': 'Step {step} of {steps}',
  'step.back': 'Back',
  'step.continue': 'Continue',
  'step.startOver': 'Start over',

  'phrase.title': 'Your recovery phrase',
  'phrase.text':
    'These words are your wallet. Write them down in this order and keep them in a safe place: only they can restore the wallet.',
  'phrase.length': 'Length',
  'phrase.words': { one: '{count} word', other: '{count} words' },
  'phrase.warning':
    'Write them on paper. Don’t take a photo or save them digitally. Support will never ask for them.',
  'phrase.noted': 'I have written them down',
  'phrase.list': 'Recovery phrase',

  'confirmPhrase.title': 'Confirm your phrase',
  'confirmPhrase.text': 'Type these words of the phrase that you have just written down.',
  'confirmPhrase.word': 'Word {place}',
  'confirmPhrase.empty': 'Enter word {place}.',
  'confirmPhrase.wrong': 'This is not word {place} of your phrase.',
  'confirmPhrase.showAgain': 'Show the words again',
  'confirmPhrase.later': 'I’ll do this later',
  'confirmPhrase.laterText': 'Until then the wallet hides your address and reminds you.',

  'import.title': 'Import a recovery phrase',
  'import.label': 'Recovery phrase',
  'import.hint': '12 or 24 English words, separated by spaces.',
  'import.incomplete': 'The phrase is not complete.',
  'import.discovery':
    'Once the wallet is open, it searches for accounts of yours that are in use on {network}.',
  'import.developmentTitle': 'Just trying devnet out?',
  'import.developmentText':
    'Devnet’s ten development accounts hold 1,000,000 CRN each. Their phrase is public: everybody has the keys.',
  'import.developmentUse': 'Use the development phrase',
  'import.publicTitle': 'This is the public development phrase',
  'import.publicText':
    'Everybody has its keys. Anyone can spend what its accounts hold: use them for development only.',

  'typed.soFar': { one: '{count} word so far.', other: '{count} words so far.' },
  'typed.valid': 'Valid phrase of {count} words.',
  'typed.tooManyWords': 'A phrase has 12 or 24 words; this has {count}.',
  'typed.badChecksum': 'Invalid checksum: all {count} words exist, but one is wrong, or two are swapped.',
  'typed.unknown': 'Word {place}, “{word}”, is not in the list.',
  'typed.completions': 'Suggestions',
  'typed.complete': 'Complete to {word}',
  'typed.replace': 'Replace word {place} with {word}',

  'password.title': 'Choose a password',
  'password.text':
    'It encrypts the wallet in this browser, and you need it to open the wallet. It cannot be recovered: if it is lost, only the recovery phrase helps.',
  'password.label': 'Password',
  'password.newLabel': 'New password',
  'password.repeat': 'Repeat password',
  'password.show': 'Show passwords',
  'password.hint': 'At least {count} characters. Length matters more than special characters.',
  'password.short': 'At least {count} characters.',
  'password.common': 'This password is too common.',
  'password.differ': 'The two passwords differ.',
  'password.open': 'Open wallet',
  'password.encrypting': 'Encrypting…',
  'password.notStored': 'The wallet could not be stored',

  'file.title': 'Restore from a wallet file',
  'file.text':
    'A file exported in the settings of a Cairn wallet. It opens with the password that the wallet had then.',
  'file.choose': 'Choose a file',
  'file.chosen': 'A wallet of {network}, encrypted.',
  'file.otherNetwork': 'This wallet is for {actual}, and the gateway is on {network}.',
  'file.restore': 'Restore wallet',
  'file.restoring': 'Opening…',
} as const;
