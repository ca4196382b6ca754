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
    'From the next unlock on, the password stays encrypted in this tab until it locks or closes.',
    'Ab dem nächsten Entsperren bleibt das Passwort verschlüsselt in diesem Tab, bis er sperrt oder geschlossen wird.',
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
    'The encrypted wallet with names, contacts and labels, for another browser or port.',
    'Die verschlüsselte Wallet mit Namen und Kontakten, für einen anderen Browser oder Port.',
  ],
  'security.exportFull': ['Export the wallet file', 'Wallet-Datei exportieren'],
  'security.exported': [
    'The browser saves the file. It opens with the password that you have just typed.',
    'Der Browser speichert die Datei. Sie öffnet sich mit dem Passwort, das Sie gerade eingegeben haben.',
  ],
  'security.durable': ['The browser promised to keep the wallet.', 'Der Browser will die Wallet behalten.'],
  'security.notDurable': [
    'This browser may clear the wallet when space runs short: keep the phrase or a file.',
    'Dieser Browser kann die Wallet löschen, wenn der Platz knapp wird: Bewahren Sie die Phrase oder eine Datei auf.',
  ],
  'security.forget': ['Forget this wallet', 'Wallet aus diesem Browser entfernen'],
  'security.forgetText': ['Removes the wallet from this browser.', 'Löscht die Wallet aus diesem Browser.'],
  'security.forgetAsk': ['Forget this wallet…', 'Wallet entfernen …'],
});
export const { t, Rich } = texts;
