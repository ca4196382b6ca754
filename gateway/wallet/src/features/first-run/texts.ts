import { defineTexts } from '@cairn/ui/messages.js';
import { texts as sharedTexts } from '../../shared/texts.ts';

export const texts = defineTexts(
  {
    en: {
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
      'step.startOver': 'Start over',
      'phrase.title': 'Your recovery phrase',
      'phrase.length': 'Length',
      'phrase.words': { one: '{count} word', other: '{count} words' },
      'confirmPhrase.title': 'Confirm your phrase',
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
      'file.text':
        'A file exported in the settings of a Cairn wallet. It opens with the password that the wallet had then.',
      'file.choose': 'Choose a file',
      'file.chosen': 'A wallet of {network}, encrypted.',
      'file.otherNetwork': 'This wallet is for {actual}, and the gateway is on {network}.',
      'file.restore': 'Restore wallet',
      'file.restoring': 'Opening…',
    },
    de: {
      'welcome.title': 'Willkommen bei der Cairn-Wallet',
      'welcome.text':
        'Ihre Schlüssel entstehen in diesem Browser, werden mit Ihrem Passwort verschlüsselt und verlassen ihn nie. Der Node erhält nur Transaktionen, die Sie signiert haben.',
      'welcome.create': 'Neue Wallet erstellen',
      'welcome.import': 'Wiederherstellungsphrase importieren',
      'welcome.file': 'Aus einer Wallet-Datei wiederherstellen',
      'welcome.waiting': 'Warten auf das Gateway oder den Node, um das Netzwerk zu erfahren …',
      'welcome.network': 'Dieses Gateway gehört zu {network}',
      'welcome.networkText': 'Coins von {network} sind zum Ausprobieren da und haben keinen Wert.',
      'step.of': 'Schritt {step} von {steps}',
      'step.startOver': 'Neu beginnen',
      'phrase.title': 'Ihre Wiederherstellungsphrase',
      'phrase.length': 'Länge',
      'phrase.words': { one: '{count} Wort', other: '{count} Wörter' },
      'confirmPhrase.title': 'Phrase bestätigen',
      'import.hint': '12 oder 24 englische Wörter, durch Leerzeichen getrennt.',
      'import.incomplete': 'Die Phrase ist nicht vollständig.',
      'import.discovery': 'Sobald die Wallet geöffnet ist, sucht sie Ihre benutzten Konten in {network}.',
      'import.developmentTitle': 'Möchten Sie das Devnet nur ausprobieren?',
      'import.developmentText':
        'Die zehn Entwicklungskonten des Devnets halten je 1.000.000 CRN. Ihre Phrase ist öffentlich: Jeder hat die Schlüssel.',
      'import.developmentUse': 'Entwicklungsphrase verwenden',
      'import.publicTitle': 'Das ist die öffentliche Entwicklungsphrase',
      'import.publicText':
        'Jeder hat ihre Schlüssel und kann ausgeben, was auf ihren Konten liegt: Verwenden Sie sie nur zur Entwicklung.',
      'typed.soFar': { one: 'Bisher {count} Wort.', other: 'Bisher {count} Wörter.' },
      'typed.valid': 'Gültige Phrase mit {count} Wörtern.',
      'typed.tooManyWords': 'Eine Phrase hat 12 oder 24 Wörter; das sind {count}.',
      'typed.badChecksum':
        'Alle {count} Wörter gibt es, aber die Prüfsumme stimmt nicht: Eines ist falsch, oder zwei sind vertauscht.',
      'typed.unknown': 'Wort {place}, „{word}“, steht nicht in der Liste.',
      'typed.completions': 'Vorschläge',
      'typed.complete': 'Zu {word} ergänzen',
      'typed.replace': 'Wort {place} durch {word} ersetzen',
      'file.text':
        'Eine Datei, die „Exportieren“ in den Einstellungen einer Cairn-Wallet erzeugt hat. Sie öffnet sich mit dem Passwort, das die Wallet damals hatte.',
      'file.choose': 'Datei wählen',
      'file.chosen': 'Eine verschlüsselte Wallet von {network}.',
      'file.otherNetwork': 'Diese Wallet ist für {actual}, das Gateway gehört zu {network}.',
      'file.restore': 'Wallet wiederherstellen',
      'file.restoring': 'Wird geöffnet …',
    },
  },
  sharedTexts,
);
export const { t, Rich } = texts;
