import type { Translation } from '@cairn/ui/messages.js';
import type { contacts as english } from '../en/contacts.ts';

export const contacts: Translation<typeof english> = {
  'contacts.title': 'Kontakte',
  'contacts.add': 'Kontakt hinzufügen',
  'contacts.edit': 'Kontakt bearbeiten',
  'contacts.list': 'Kontakte',
  'contacts.count': { one: '{count} Kontakt', other: '{count} Kontakte' },
  'contacts.search': 'Kontakte suchen',
  'contacts.none': 'Noch keine Kontakte',
  'contacts.noneText':
    'Namen für die Adressen, an die Sie zahlen oder von denen Sie Geld erhalten. Sie werden mit der Wallet verschlüsselt und bleiben in diesem Browser.',
  'contacts.noMatch': 'Kein passender Kontakt',
  'contacts.name': 'Name',
  'contacts.address': 'Adresse',
  'contacts.note': 'Notiz',
  'contacts.noteHint': 'Nur Sie sehen sie.',
  'contacts.send': 'Senden',
  'contacts.sendTo': 'An {name} senden',
  'contacts.editNamed': '{name} bearbeiten',
  'contacts.delete': 'Kontakt löschen',
  'contacts.deleteAsk': '{name} löschen?',
  'contacts.deleteText': 'Nur Name und Notiz werden gelöscht. Auf der Chain ändert sich nichts.',
  'contacts.keep': 'Behalten',
  'contacts.nameEmpty': 'Geben Sie dem Kontakt einen Namen.',
  'contacts.nameLong': 'Höchstens {count} Zeichen.',
  'contacts.nameTaken':
    '{name} heißt schon ein anderer Kontakt ({address}), oder der Name sieht genauso aus. Wählen Sie einen anderen.',
  'contacts.nameOwn':
    '{name} heißt schon eines Ihrer Konten, oder der Name sieht genauso aus. Wählen Sie einen anderen.',
  'contacts.noteLong': 'Höchstens {count} Zeichen.',
  'contacts.addressEmpty': 'Geben Sie die Adresse ein.',
  'contacts.addressAlike': 'Diese Adresse ähnelt der von {name}. Vergleichen Sie die beiden.',
  'contacts.addressTaken': 'Diese Adresse steht schon als {name} in Ihren Kontakten.',
  'contacts.addressOwn': 'Das ist eines Ihrer eigenen Konten.',
  'contacts.full': 'Das Adressbuch enthält {count} Kontakte; mehr passen nicht hinein.',
  'contacts.file': 'Import und Export',
  'contacts.fileText':
    'Eine Datei mit Ihren Kontakten und privaten Notizen, um sie in eine andere Wallet zu übernehmen. Als Labels (BIP-329) lesen sie auch der Explorer und andere Programme. Die Datei ist nicht verschlüsselt: Sie zeigt, mit wem Sie zu tun haben.',
  'contacts.export': 'Exportieren',
  'contacts.exportLabels': 'Als Labels exportieren',
  'contacts.exportLabelsHint':
    'Namen von Kontakten und Konten, Notizen zu Transaktionen; ohne Kontaktnotizen',
  'contacts.import': 'Importieren …',
  'contacts.importFile': 'Datei mit Kontakten und Notizen',
  'contacts.importTooLarge': 'Die Datei ist zu groß für Kontakte.',
  'contacts.importUnreadable': 'Der Browser konnte die Datei nicht lesen.',
  'contacts.importNotJson': 'Die Datei ist beschädigt oder etwas anderes: Sie ist kein JSON.',
  'contacts.importNotRecords': 'Die Datei enthält keine Kontakte oder Notizen dieser Wallet.',
  'contacts.importNewer': 'Die Datei wurde von einer neueren Version der Wallet geschrieben.',
  'contacts.importOtherNetwork':
    'Die Datei gehört zu einem anderen Netzwerk: An ihre Adressen kann hier nicht gezahlt werden.',
  'contacts.importTooMany': 'Die Datei enthält mehr, als in das Adressbuch passt.',
  'contacts.preview': 'Das würde der Import ändern',
  'contacts.previewNothing': 'Alles aus dieser Datei ist schon da.',
  'contacts.previewAdded': { one: '{count} neuer Kontakt', other: '{count} neue Kontakte' },
  'contacts.previewChanged': {
    one: '{count} Kontakt unterscheidet sich',
    other: '{count} Kontakte unterscheiden sich',
  },
  'contacts.previewUnchanged': {
    one: '{count} Kontakt ist schon da',
    other: '{count} Kontakte sind schon da',
  },
  'contacts.previewRefused': {
    one: '{count} Kontakt kann nicht übernommen werden',
    other: '{count} Kontakte können nicht übernommen werden',
  },
  'contacts.previewLabels': { one: '{count} neue Notiz', other: '{count} neue Notizen' },
  'contacts.previewLabelsChanged': {
    one: '{count} Notiz unterscheidet sich',
    other: '{count} Notizen unterscheiden sich',
  },
  'contacts.previewSkipped': {
    one: '{count} Zeile der Datei ist weder ein Kontakt noch die Notiz einer Transaktion und wird weggelassen.',
    other:
      '{count} Zeilen der Datei sind weder Kontakte noch Notizen von Transaktionen und werden weggelassen.',
  },
  'contacts.previewMore': 'und {count} weitere',
  'contacts.previewBecomes': '{from} wird zu {to}',
  'contacts.replace': 'Bei Unterschieden die Fassung der Datei übernehmen',
  'contacts.apply': 'Importieren',
  'contacts.imported': 'Importiert',
  'contacts.refusedAddress': 'die Prüfsumme der Adresse stimmt nicht',
  'contacts.refusedName': 'der Name fehlt, ist zu lang oder sieht aus wie ein anderer',
  'contacts.refusedAlike': 'die Adresse ähnelt der von {name}',
  'contacts.refusedOther': 'dafür ist kein Platz',
};
