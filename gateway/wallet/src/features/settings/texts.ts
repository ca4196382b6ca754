import { defineTexts } from '@cairn/ui/messages.js';
import { texts as sharedTexts } from '../../shared/texts.ts';

export const texts = defineTexts(
  {
    en: {
      'settings.display': 'Display',
      'settings.theme': 'Theme',
      'settings.unit': 'Amounts in',
      'settings.unitHint': '1 CRN is 100,000,000 pebbles.',
      'settings.unit.crn': 'CRN',
      'settings.unit.pebbles': 'Pebbles',
      'settings.times': 'Time zone',
      'settings.timesHint': 'An export is always in UTC.',
      'settings.times.local': 'Local',
      'settings.times.utc': 'UTC',
      'settings.privacyHint':
        'Dots instead of amounts on every screen. What you are about to sign is always shown.',
      'settings.autoLock': 'Lock automatically after',
      'settings.autoLockHint': 'Time without a touch or key in any tab of the wallet.',
      'settings.keepOpen': 'Stay open when the page reloads',
      'settings.keepOpenHint':
        'The password stays encrypted in this tab until the wallet locks or the tab closes. Takes effect when you next unlock.',
      'settings.minutes': { one: '{count} minute', other: '{count} minutes' },
      'settings.hours': { one: '{count} hour', other: '{count} hours' },
      'security.title': 'Security',
      'security.lockNow': 'Lock now',
      'security.phraseText': 'The words that restore every account of this wallet.',
      'security.backedUp': 'Confirmed as written down',
      'security.notBackedUp': 'Not confirmed as written down',
      'security.revealHides':
        'They are hidden after a minute, and when you open another tab, window or screen.',
      'security.passwordText':
        'Encrypts the wallet in this browser. Exported files keep the password that they were made with.',
      'security.changePassword': 'Change the password',
      'security.currentPassword': 'Current password',
      'security.change': 'Change password',
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
    },
    de: {
      'settings.display': 'Anzeige',
      'settings.theme': 'Farbschema',
      'settings.unit': 'Beträge in',
      'settings.unitHint': '1 CRN sind 100.000.000 Pebbles.',
      'settings.unit.crn': 'CRN',
      'settings.unit.pebbles': 'Pebbles',
      'settings.times': 'Zeitzone',
      'settings.timesHint': 'Ein Export ist immer in UTC.',
      'settings.times.local': 'Lokal',
      'settings.times.utc': 'UTC',
      'settings.privacyHint':
        'Punkte statt Beträgen auf jeder Seite. Was Sie gleich signieren, ist immer sichtbar.',
      'settings.autoLock': 'Automatisch sperren nach',
      'settings.autoLockHint': 'Zeit ohne Berührung oder Taste in allen Tabs der Wallet.',
      'settings.keepOpen': 'Beim Neuladen der Seite offen bleiben',
      'settings.keepOpenHint':
        'Das Passwort bleibt verschlüsselt in diesem Tab, bis die Wallet gesperrt oder der Tab geschlossen wird. Gilt ab dem nächsten Entsperren.',
      'settings.minutes': { one: '{count} Minute', other: '{count} Minuten' },
      'settings.hours': { one: '{count} Stunde', other: '{count} Stunden' },
      'security.title': 'Sicherheit',
      'security.lockNow': 'Jetzt sperren',
      'security.phraseText': 'Die Wörter, mit denen sich jedes Konto dieser Wallet wiederherstellen lässt.',
      'security.backedUp': 'Als aufgeschrieben bestätigt',
      'security.notBackedUp': 'Nicht als aufgeschrieben bestätigt',
      'security.revealHides':
        'Nach einer Minute, oder wenn Sie einen anderen Tab, ein anderes Fenster oder eine andere Seite öffnen, werden sie verborgen.',
      'security.passwordText':
        'Verschlüsselt die Wallet in diesem Browser. Exportierte Dateien behalten das Passwort, mit dem sie erzeugt wurden.',
      'security.changePassword': 'Passwort ändern',
      'security.currentPassword': 'Jetziges Passwort',
      'security.change': 'Passwort ändern',
      'security.changed': 'Das Passwort wurde geändert. Andere Tabs wurden gesperrt.',
      'security.file': 'Wallet-Datei',
      'security.fileText':
        'Die verschlüsselte Wallet als Datei, mit Namen und Kontakten. Der Browser bewahrt die Wallet nur für diese eine Webadresse auf: Mit einer Datei kommt sie in einen anderen Browser oder an einen anderen Port.',
      'security.export': 'Exportieren',
      'security.exportFull': 'Wallet-Datei exportieren',
      'security.exported':
        'Der Browser speichert die Datei. Sie öffnet sich mit dem Passwort, das Sie gerade eingegeben haben.',
      'security.durable': 'Der Browser hat zugesagt, die Wallet aufzubewahren.',
      'security.notDurable':
        'Der Browser sagt nicht zu, die Wallet aufzubewahren: Wird der Platz knapp, kann er sie löschen, und ein privates Fenster vergisst sie beim Schließen. Bewahren Sie die Wiederherstellungsphrase oder eine Wallet-Datei auf.',
      'security.forget': 'Wallet aus diesem Browser entfernen',
      'security.forgetText': 'Löscht die verschlüsselte Wallet aus diesem Browser.',
      'security.forgetAsk': 'Wallet entfernen …',
    },
  },
  sharedTexts,
);
export const { t, Rich } = texts;
