import type { Translation } from '@cairn/ui/messages.js';
import type { firstRun as english } from '../en/first-run.ts';

export const firstRun: Translation<typeof english> = {
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
  'step.back': 'Zurück',
  'step.continue': 'Weiter',
  'step.startOver': 'Neu beginnen',

  'phrase.title': 'Ihre Wiederherstellungsphrase',
  'phrase.text':
    'Diese Wörter sind Ihre Wallet. Schreiben Sie sie in dieser Reihenfolge auf und bewahren Sie sie sicher auf: Nur mit ihnen lässt sich die Wallet wiederherstellen.',
  'phrase.length': 'Länge',
  'phrase.words': { one: '{count} Wort', other: '{count} Wörter' },
  'phrase.warning':
    'Schreiben Sie sie auf Papier. Machen Sie kein Foto und speichern Sie sie nicht digital. Kein Support wird je danach fragen.',
  'phrase.noted': 'Ich habe sie aufgeschrieben',
  'phrase.list': 'Wiederherstellungsphrase',

  'confirmPhrase.title': 'Phrase bestätigen',
  'confirmPhrase.text': 'Geben Sie diese Wörter der Phrase ein, die Sie gerade aufgeschrieben haben.',
  'confirmPhrase.word': 'Wort {place}',
  'confirmPhrase.empty': 'Geben Sie Wort {place} ein.',
  'confirmPhrase.wrong': 'Das ist nicht Wort {place} Ihrer Phrase.',
  'confirmPhrase.showAgain': 'Wörter noch einmal anzeigen',
  'confirmPhrase.later': 'Später erledigen',
  'confirmPhrase.laterText': 'Bis dahin zeigt die Wallet keine Empfangsadresse an und erinnert Sie daran.',

  'import.title': 'Wiederherstellungsphrase importieren',
  'import.label': 'Wiederherstellungsphrase',
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

  'password.title': 'Passwort wählen',
  'password.text':
    'Es verschlüsselt die Wallet in diesem Browser und wird bei jedem Öffnen verlangt. Es lässt sich nicht wiederherstellen: Ist es verloren, hilft nur die Wiederherstellungsphrase.',
  'password.label': 'Passwort',
  'password.newLabel': 'Neues Passwort',
  'password.repeat': 'Passwort wiederholen',
  'password.show': 'Passwörter anzeigen',
  'password.hint': 'Mindestens {count} Zeichen. Länge zählt mehr als Sonderzeichen.',
  'password.short': 'Mindestens {count} Zeichen.',
  'password.common': 'Dieses Passwort ist zu verbreitet.',
  'password.differ': 'Die beiden Passwörter stimmen nicht überein.',
  'password.open': 'Wallet öffnen',
  'password.encrypting': 'Wird verschlüsselt …',
  'password.notStored': 'Die Wallet konnte nicht gespeichert werden',

  'file.title': 'Aus einer Wallet-Datei wiederherstellen',
  'file.text':
    'Eine Datei, die „Exportieren“ in den Einstellungen einer Cairn-Wallet erzeugt hat. Sie öffnet sich mit dem Passwort, das die Wallet damals hatte.',
  'file.choose': 'Datei wählen',
  'file.chosen': 'Eine verschlüsselte Wallet von {network}.',
  'file.otherNetwork': 'Diese Wallet ist für {actual}, das Gateway gehört zu {network}.',
  'file.restore': 'Wallet wiederherstellen',
  'file.restoring': 'Wird geöffnet …',
};
