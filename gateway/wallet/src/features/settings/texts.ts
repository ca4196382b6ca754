import { texts as sharedTexts } from '../../shared/texts.ts';

export const texts = sharedTexts.with({
  'settings.display': ['Display', 'Anzeige'],
  'settings.theme': ['Theme', 'Farbschema'],
  'settings.unit': ['Amounts in', 'Beträge in'],
  'settings.unitHint': ['1 CRN is 100,000,000 pebbles.', '1 CRN sind 100.000.000 Pebbles.'],
  'settings.unit.crn': ['CRN', 'CRN'],
  'settings.unit.pebbles': ['Pebbles', 'Pebbles'],
  'settings.times': ['Time zone', 'Zeitzone'],
  'settings.timesHint': ['An export is always in UTC.', 'Ein Export ist immer in UTC.'],
  'settings.times.local': ['Local', 'Lokal'],
  'settings.times.utc': ['UTC', 'UTC'],
  'settings.privacyHint': [
    'Dots instead of amounts on every screen. What you are about to sign is always shown.',
    'Punkte statt Beträgen auf jeder Seite. Was Sie gleich signieren, ist immer sichtbar.',
  ],
  'settings.autoLock': ['Lock automatically after', 'Automatisch sperren nach'],
  'settings.autoLockHint': [
    'Time without a touch or key in any tab of the wallet.',
    'Zeit ohne Berührung oder Taste in allen Tabs der Wallet.',
  ],
  'settings.keepOpen': ['Stay open when the page reloads', 'Beim Neuladen der Seite offen bleiben'],
  'settings.keepOpenHint': [
    'The password stays encrypted in this tab until the wallet locks or the tab closes. Takes effect when you next unlock.',
    'Das Passwort bleibt verschlüsselt in diesem Tab, bis die Wallet gesperrt oder der Tab geschlossen wird. Gilt ab dem nächsten Entsperren.',
  ],
  'settings.minutes': [
    { one: '{count} minute', other: '{count} minutes' },
    { one: '{count} Minute', other: '{count} Minuten' },
  ],
  'settings.hours': [
    { one: '{count} hour', other: '{count} hours' },
    { one: '{count} Stunde', other: '{count} Stunden' },
  ],
  'security.title': ['Security', 'Sicherheit'],
  'security.lockNow': ['Lock now', 'Jetzt sperren'],
  'security.phraseText': [
    'The words that restore every account of this wallet.',
    'Die Wörter, mit denen sich jedes Konto dieser Wallet wiederherstellen lässt.',
  ],
  'security.backedUp': ['Confirmed as written down.', 'Als aufgeschrieben bestätigt.'],
  'security.notBackedUp': ['Not confirmed as written down.', 'Nicht als aufgeschrieben bestätigt.'],
  'security.passwordText': [
    'Encrypts the wallet in this browser. Exported files keep the password that they were made with.',
    'Verschlüsselt die Wallet in diesem Browser. Exportierte Dateien behalten das Passwort, mit dem sie erzeugt wurden.',
  ],
  'security.changePassword': ['Change the password', 'Passwort ändern'],
  'security.change': ['Change password', 'Passwort ändern'],
  'security.changed': [
    'The password was changed. Other tabs were locked.',
    'Das Passwort wurde geändert. Andere Tabs wurden gesperrt.',
  ],
  'security.file': ['Wallet file', 'Wallet-Datei'],
  'security.fileText': [
    'The encrypted wallet as a file, with names, contacts and labels. The browser keeps the wallet for this one web address only: a file moves it to another browser or port.',
    'Die verschlüsselte Wallet als Datei, mit Namen und Kontakten. Der Browser bewahrt die Wallet nur für diese eine Webadresse auf: Mit einer Datei kommt sie in einen anderen Browser oder an einen anderen Port.',
  ],
  'security.exportFull': ['Export the wallet file', 'Wallet-Datei exportieren'],
  'security.exported': [
    'The browser saves the file. It opens with the password that you have just typed.',
    'Der Browser speichert die Datei. Sie öffnet sich mit dem Passwort, das Sie gerade eingegeben haben.',
  ],
  'security.durable': ['The browser promised to keep the wallet.', 'Der Browser will die Wallet behalten.'],
  'security.notDurable': [
    'The browser makes no promise to keep the wallet: it may clear it when space runs short, and a private window forgets it when it closes. Keep the recovery phrase or a wallet file.',
    'Der Browser sagt nicht zu, die Wallet aufzubewahren: Wird der Platz knapp, kann er sie löschen, und ein privates Fenster vergisst sie beim Schließen. Bewahren Sie die Wiederherstellungsphrase oder eine Wallet-Datei auf.',
  ],
  'security.forget': ['Forget this wallet', 'Wallet aus diesem Browser entfernen'],
  'security.forgetText': ['Removes the wallet from this browser.', 'Löscht die Wallet aus diesem Browser.'],
  'security.forgetAsk': ['Forget this wallet…', 'Wallet entfernen …'],
});
export const { t, Rich } = texts;
