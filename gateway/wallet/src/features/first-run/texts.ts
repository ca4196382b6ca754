import { texts as sharedTexts } from '../../shared/texts.ts';

export const texts = sharedTexts.with({
  'welcome.title': ['Welcome to Cairn Wallet', 'Willkommen bei der Cairn-Wallet'],
  'welcome.text': [
    'Your keys are made in this browser, encrypted with your password, and never leave it. The node only ever gets transactions that you have signed.',
    'Ihre Schlüssel entstehen in diesem Browser, werden mit Ihrem Passwort verschlüsselt und verlassen ihn nie. Der Node erhält nur Transaktionen, die Sie signiert haben.',
  ],
  'welcome.create': ['Create a new wallet', 'Neue Wallet erstellen'],
  'welcome.import': ['Import a recovery phrase', 'Wiederherstellungsphrase importieren'],
  'welcome.file': ['Restore from a wallet file', 'Aus einer Wallet-Datei wiederherstellen'],
  'welcome.waiting': [
    'Waiting for the gateway or the node to say which network it is on…',
    'Warten auf das Gateway oder den Node, um das Netzwerk zu erfahren …',
  ],
  'welcome.network': ['This gateway is on {network}', 'Dieses Gateway gehört zu {network}'],
  'welcome.networkText': [
    'Coins of {network} are for trying things out and have no value.',
    'Coins von {network} sind zum Ausprobieren da und haben keinen Wert.',
  ],
  'development.open': ['Open the development accounts', 'Entwicklungskonten öffnen'],
  'development.text': [
    'Devnet’s ten accounts with 1,000,000 CRN each, for trying things out. Everybody has their keys; the password is “{password}”.',
    'Die zehn Konten des Devnets mit je 1.000.000 CRN, zum Ausprobieren. Jeder hat ihre Schlüssel; das Passwort ist „{password}“.',
  ],
  'development.ownText': [
    'The accounts of this devnet, for trying things out. Their phrase is no secret; the password is “{password}”.',
    'Die Konten dieses Devnets, zum Ausprobieren. Ihre Phrase ist kein Geheimnis; das Passwort ist „{password}“.',
  ],
  'step.of': ['Step {step} of {steps}', 'Schritt {step} von {steps}'],
  'phrase.title': ['Your recovery phrase', 'Ihre Wiederherstellungsphrase'],
  'phrase.length': ['Length', 'Länge'],
  'phrase.words': [
    { one: '{count} word', other: '{count} words' },
    { one: '{count} Wort', other: '{count} Wörter' },
  ],
  'confirmPhrase.title': ['Confirm your phrase', 'Phrase bestätigen'],
  'import.hint': ['12 or 24 English words, with spaces.', '12 oder 24 englische Wörter mit Leerzeichen.'],
  'import.incomplete': ['The phrase is not complete.', 'Die Phrase ist nicht vollständig.'],
  'import.publicTitle': ['This is the public development phrase', 'Das ist die öffentliche Phrase'],
  'import.publicText': [
    'Everybody has its keys. Anyone can spend what its accounts hold: use them for development only.',
    'Jeder hat ihre Schlüssel und kann ausgeben, was auf ihren Konten liegt: Verwenden Sie sie nur zur Entwicklung.',
  ],
  'import.ownTitle': [
    'This is the phrase of this devnet’s accounts',
    'Das ist die Phrase der Konten dieses Devnets',
  ],
  'import.ownText': [
    'The accounts of this devnet are for development only: use their phrase for nothing else.',
    'Die Konten dieses Devnets sind nur zur Entwicklung da: Verwenden Sie ihre Phrase für nichts anderes.',
  ],
  'typed.typing': [
    { one: '{count} word so far.', other: '{count} words so far.' },
    { one: 'Bisher {count} Wort.', other: 'Bisher {count} Wörter.' },
  ],
  'typed.valid': ['Valid phrase of {count} words.', 'Gültige Phrase mit {count} Wörtern.'],
  'typed.too_many_words': [
    'A phrase has 12 or 24 words; this has {count}.',
    'Eine Phrase hat 12 oder 24 Wörter; das sind {count}.',
  ],
  'typed.bad_checksum': [
    'Invalid checksum: all {count} words exist, but one is wrong, or two are swapped.',
    'Alle {count} Wörter gibt es, aber die Prüfsumme stimmt nicht: Eines ist falsch, oder zwei sind vertauscht.',
  ],
  'typed.unknown': ['Word {place}, “{word}”, does not exist.', 'Wort {place}, „{word}“, gibt es nicht.'],
  'typed.completions': ['Suggestions', 'Vorschläge'],
  'typed.complete': ['Complete to {word}', 'Zu {word} ergänzen'],
  'typed.replace': ['Replace word {place} with {word}', 'Wort {place} durch {word} ersetzen'],
  'file.text': [
    'A file exported in the settings of a Cairn wallet. It opens with the password that the wallet had then.',
    'Eine Datei, die „Exportieren“ in den Einstellungen einer Cairn-Wallet erzeugt hat. Sie öffnet sich mit dem Passwort, das die Wallet damals hatte.',
  ],
  'file.choose': ['Choose a file', 'Datei wählen'],
  'file.chosen': ['A wallet of {network}, encrypted.', 'Eine verschlüsselte Wallet von {network}.'],
  'file.restore': ['Restore wallet', 'Wallet wiederherstellen'],
  'file.restoring': ['Opening…', 'Wird geöffnet …'],
});
export const { t, Rich } = texts;
