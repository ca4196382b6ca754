import { texts as sharedTexts } from '../../shared/texts.ts';

export const texts = sharedTexts.with({
  'common.delete': ['Delete', 'Löschen'],
  'contacts.add': ['Add contact', 'Kontakt hinzufügen'],
  'contacts.edit': ['Edit contact', 'Kontakt bearbeiten'],
  'contacts.count': [
    { one: '{count} contact', other: '{count} contacts' },
    { one: '{count} Kontakt', other: '{count} Kontakte' },
  ],
  'contacts.search': ['Search contacts', 'Kontakte suchen'],
  'contacts.none': ['No contacts yet', 'Noch keine Kontakte'],
  'contacts.noneText': [
    'Names for the addresses that you pay or are paid by. They are encrypted with the wallet and stay in this browser.',
    'Namen für die Adressen, an die Sie zahlen oder von denen Sie Geld erhalten. Sie werden mit der Wallet verschlüsselt und bleiben in diesem Browser.',
  ],
  'contacts.noMatch': ['No contact matches', 'Kein passender Kontakt'],
  'contacts.address': ['Address', 'Adresse'],
  'contacts.note': ['Note', 'Notiz'],
  'contacts.noteHint': ['Only you see it.', 'Nur Sie sehen sie.'],
  'contacts.sendTo': ['Send to {name}', 'An {name} senden'],
  'contacts.editNamed': ['Edit {name}', '{name} bearbeiten'],
  'contacts.delete': ['Delete contact', 'Kontakt löschen'],
  'contacts.deleteAsk': ['Delete {name}?', '{name} löschen?'],
  'contacts.deleteText': [
    'Only the name and the note are removed. Nothing on the chain changes.',
    'Nur Name und Notiz werden gelöscht. Auf der Chain ändert sich nichts.',
  ],
  'contacts.nameEmpty': ['Give the contact a name.', 'Geben Sie dem Kontakt einen Namen.'],
  'contacts.addressTaken': [
    'This address is in your contacts already, as {name}.',
    'Diese Adresse steht schon als {name} in Ihren Kontakten.',
  ],
  'contacts.addressOwn': ['This is one of your own accounts.', 'Das ist eines Ihrer eigenen Konten.'],
  'contacts.file': ['Import and export', 'Import und Export'],
  'contacts.fileText': [
    'A file with your contacts, labels and account names, to move them to another wallet. The explorer and other programs read it too (BIP-329). The file is not encrypted: it shows whom you deal with.',
    'Eine Datei mit Ihren Kontakten und Namen, um sie in eine andere Wallet zu übernehmen. Auch der Explorer und andere Programme lesen sie (BIP-329). Die Datei ist nicht verschlüsselt: Sie zeigt, mit wem Sie zu tun haben.',
  ],
  'contacts.import': ['Import…', 'Importieren …'],
  'contacts.importFile': ['File of contacts and labels', 'Datei mit Kontakten und Namen'],
  'contacts.nameTaken': [
    'A contact or account of yours is called {name}, or its name looks the same. Choose another name.',
    'Ein Kontakt oder Konto von Ihnen heißt {name}, oder der Name sieht genauso aus. Wählen Sie einen anderen.',
  ],
  'contacts.importLarge': [
    'The file is too large: no wallet has so many contacts and labels.',
    'Die Datei ist zu groß: So viele Kontakte und Namen hat keine Wallet.',
  ],
  'contacts.imported': [
    { one: '{count} entry imported', other: '{count} entries imported' },
    { one: '{count} Eintrag importiert', other: '{count} Einträge importiert' },
  ],
  'contacts.importFull': [
    {
      one: '{count} entry had no room: a wallet keeps up to {contacts} contacts and {labels} labels.',
      other: '{count} entries had no room: a wallet keeps up to {contacts} contacts and {labels} labels.',
    },
    {
      one: '{count} Eintrag hatte keinen Platz: Eine Wallet behält bis zu {contacts} Kontakte und {labels} Namen von Überweisungen.',
      other:
        '{count} Einträge hatten keinen Platz: Eine Wallet behält bis zu {contacts} Kontakte und {labels} Namen von Überweisungen.',
    },
  ],
  'contacts.importRefused': [
    {
      one: '{count} entry was left out. Yours stay where they differ; others are invalid, too much like another, or about something else.',
      other:
        '{count} entries were left out. Yours stay where they differ; others are invalid, too much like another, or about something else.',
    },
    {
      one: '{count} Eintrag wurde weggelassen. Wo sich Einträge unterscheiden, bleiben Ihre; andere sind ungültig, einem anderen zu ähnlich oder betreffen etwas anderes.',
      other:
        '{count} Einträge wurden weggelassen. Wo sich Einträge unterscheiden, bleiben Ihre; andere sind ungültig, einem anderen zu ähnlich oder betreffen etwas anderes.',
    },
  ],
});
export const { t, Rich } = texts;
