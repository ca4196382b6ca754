import { defineTexts, type TranslationsOf } from '../../site/translations.ts';

export const texts = defineTexts({
  'label.add': ['Add label', 'Name geben'],
  'label.edit': ['Edit label', 'Name ändern'],
  'label.field': ['My label', 'Mein Name dafür'],
  'label.hint': [
    'Stored only in this browser. Leave it empty to remove the label.',
    'Nur in diesem Browser gespeichert. Ein leeres Feld entfernt den Namen.',
  ],
  'label.save': ['Save', 'Speichern'],
  'label.cancel': ['Cancel', 'Abbrechen'],
  'label.none': ['Nothing here yet', 'Noch nichts hier'],
  'label.noneText': [
    'Paste an address above, or press “Watch” or “Add label” on the page of an address or a transaction.',
    'Fügen Sie oben eine Adresse ein, oder drücken Sie auf der Seite einer Adresse oder Transaktion „Beobachten“ oder „Name geben“.',
  ],
  'label.choose': ['Choose an address', 'Eine Adresse wählen'],
  'label.kind': ['Kind', 'Art'],
  'add.reference': ['Address or transaction ID', 'Adresse oder Transaktions-ID'],
  'add.label': ['My label (optional)', 'Mein Name dafür (freiwillig)'],
  'add.whole': [
    'Paste a whole address or a whole transaction ID.',
    'Fügen Sie eine ganze Adresse oder eine ganze Transaktions-ID ein.',
  ],
  'watch.together': ['On your watched addresses', 'Auf Ihren beobachteten Adressen'],
  'watch.notInSum': [
    { one: '{count} is not in the sum', other: '{count} are not in the sum' },
    { one: '{count} ist nicht in der Summe', other: '{count} sind nicht in der Summe' },
  ],
  'watch.since': ['Since you opened this page', 'Seit Sie diese Seite geöffnet haben'],
  'watch.same': ['no change', 'unverändert'],
  'watch.sinceOpened': ['Since opened (CRN)', 'Seit dem Öffnen (CRN)'],
  'label.id': ['ID or address', 'ID oder Adresse'],
  'label.actions': ['Actions', 'Aktionen'],
  'label.remove': ['Remove', 'Entfernen'],
  'label.removeNamed': ['Remove {name}', '{name} entfernen'],
  'label.shown': [
    '{shown} of {total} labels. The search finds the others.',
    '{shown} von {total} Namen. Die Suche findet die übrigen.',
  ],
  'watch.press': ['Watch', 'Beobachten'],
  'watch.pressed': ['Watching', 'Wird beobachtet'],
  'watch.on.addr': [
    'You are notified when coins move, while this page or “My labels” is open.',
    'Sie werden benachrichtigt, wenn sich Coins bewegen, solange diese Seite oder „Meine Namen“ offen ist.',
  ],
  'watch.on.tx': [
    'You are notified at 1, 6 and 30 confirmations, while this page or “My labels” is open.',
    'Sie werden bei 1, 6 und 30 Bestätigungen benachrichtigt, solange diese Seite oder „Meine Namen“ offen ist.',
  ],
  'watch.open': [
    'You are notified of changes while this page is open.',
    'Sie werden benachrichtigt, solange diese Seite offen ist.',
  ],
  'watch.here': [
    'This browser shows no notifications of this site: changes appear here.',
    'Dieser Browser zeigt keine Benachrichtigungen dieser Website: Änderungen erscheinen hier.',
  ],
  'watch.description': [
    'Your labels, watched addresses and transactions, stored only in your browser.',
    'Ihre Namen, beobachteten Adressen und Transaktionen, nur in Ihrem Browser gespeichert.',
  ],
  'watch.noScript': [
    'The labels are stored in your browser, which needs JavaScript.',
    'Die Namen sind in Ihrem Browser gespeichert; dazu ist JavaScript nötig.',
  ],
  'watch.lead': [
    'Labels stay in this browser. What you watch is asked of the API: its figures are the server’s word.',
    'Namen bleiben in diesem Browser. Was Sie beobachten, wird von der API abgefragt: Die Zahlen dazu sind Angaben des Servers.',
  ],
  'watch.now': ['Now', 'Jetzt'],
  'watch.waiting': ['in no block', 'in keinem Block'],
  'watch.unavailable': ['not available', 'nicht verfügbar'],
  'news.left': ['no longer in a block', 'nicht mehr in einem Block'],
  'news.sent': [
    { one: '{count} transaction sent', other: '{count} transactions sent' },
    { one: '{count} Transaktion gesendet', other: '{count} Transaktionen gesendet' },
  ],
  'file.text': [
    'A BIP-329 file, which wallets read. It is not encrypted; an imported label replaces yours.',
    'Eine BIP-329-Datei, die Wallets lesen. Sie ist nicht verschlüsselt; ein importierter Name ersetzt Ihren.',
  ],
  'file.export': ['Export', 'Exportieren'],
  'file.import': ['Import …', 'Importieren …'],
  'file.name': ['File of labels', 'Datei mit Namen'],
  'file.imported': [
    { one: '{count} label or address imported.', other: '{count} labels or addresses imported.' },
    { one: '{count} Name oder Adresse importiert.', other: '{count} Namen oder Adressen importiert.' },
  ],
  'file.leftOut': [
    { one: '{count} line left out.', other: '{count} lines left out.' },
    { one: '{count} Zeile ausgelassen.', other: '{count} Zeilen ausgelassen.' },
  ],
  'problem.none': ['The file has no labels.', 'Die Datei enthält keine Namen.'],
  'problem.large': [
    'The file is too large, or has too many labels.',
    'Die Datei ist zu groß oder enthält zu viele Namen.',
  ],
  'problem.watched': [
    'Not saved: at most {count} addresses can be watched.',
    'Nicht gespeichert: Höchstens {count} Adressen lassen sich beobachten.',
  ],
  'problem.followed': [
    'Not saved: at most {count} transactions can be watched.',
    'Nicht gespeichert: Höchstens {count} Transaktionen lassen sich beobachten.',
  ],
  'problem.forbidden': [
    'Not saved: this browser does not let this site store anything.',
    'Nicht gespeichert: Dieser Browser verbietet der Website, etwas zu speichern.',
  ],
  'problem.full': [
    'Not saved: there is no space for more labels.',
    'Nicht gespeichert: Für weitere Namen ist kein Platz.',
  ],
});

export const { translationsFor, useTranslations } = texts;

export type Translations = TranslationsOf<typeof texts>;
