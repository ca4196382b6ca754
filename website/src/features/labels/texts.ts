import { defineTexts, type TranslationsOf } from '../../site/translations.ts';

export const texts = defineTexts({
  'personal.description': [
    'Your labels and watched addresses, stored only in your browser.',
    'Ihre Namen und beobachteten Adressen, nur in Ihrem Browser gespeichert.',
  ],
  'personal.noScript': [
    'The labels are stored in your browser, which needs JavaScript.',
    'Die Namen sind in Ihrem Browser gespeichert; dazu ist JavaScript nötig.',
  ],
  'personal.lead': [
    'Labels stay in this browser. Balances of watched addresses are requested from the API.',
    'Namen bleiben in diesem Browser. Guthaben beobachteter Adressen werden von der API abgefragt.',
  ],
  'personal.add': ['Add label', 'Name geben'],
  'personal.edit': ['Edit label', 'Name ändern'],
  'personal.field': ['My label', 'Mein Name dafür'],
  'personal.fieldHint': [
    'Stored only in this browser. Leave it empty to remove the label.',
    'Nur in diesem Browser gespeichert. Ein leeres Feld entfernt den Namen.',
  ],
  'personal.save': ['Save', 'Speichern'],
  'personal.cancel': ['Cancel', 'Abbrechen'],
  'personal.watch': ['Watch', 'Beobachten'],
  'personal.watching': ['Watching', 'Wird beobachtet'],
  'personal.unwatch': ['Stop watching', 'Nicht mehr beobachten'],
  'personal.problem.forbidden': [
    'Not saved: this browser does not let this site store anything.',
    'Nicht gespeichert: Dieser Browser verbietet der Website, etwas zu speichern.',
  ],
  'personal.problem.full': [
    'Not saved: there is no space for more labels.',
    'Nicht gespeichert: Für weitere Namen ist kein Platz.',
  ],
  'personal.watched': ['Watched addresses', 'Beobachtete Adressen'],
  'personal.watchedNone': ['No watched addresses yet', 'Noch keine beobachteten Adressen'],
  'personal.watchedNoneText': [
    'Press “Watch” on the page of an address.',
    'Drücken Sie auf der Seite einer Adresse „Beobachten“.',
  ],
  'personal.tooMany': [
    'At most {count} addresses can be watched.',
    'Höchstens {count} Adressen lassen sich beobachten.',
  ],
  'personal.change': ['Since your last visit', 'Seit Ihrem letzten Besuch'],
  'personal.noChange': ['no change', 'unverändert'],
  'personal.sent': [
    { one: '{count} transaction sent', other: '{count} transactions sent' },
    { one: '{count} Transaktion gesendet', other: '{count} Transaktionen gesendet' },
  ],
  'personal.unavailable': ['not available', 'nicht verfügbar'],
  'personal.actions': ['Actions', 'Aktionen'],
  'personal.unwatchNamed': ['Stop watching {name}', '{name} nicht mehr beobachten'],
  'personal.labels': ['Labels', 'Namen'],
  'personal.labelsNone': ['No labels yet', 'Noch keine Namen'],
  'personal.labelsNoneText': [
    'Press “Add label” on the page of an address, a transaction or a block.',
    'Drücken Sie auf der Seite einer Adresse, einer Transaktion oder eines Blocks „Name geben“.',
  ],
  'personal.label': ['Label', 'Name'],
  'personal.what': ['For', 'Für'],
  'personal.type.addr': ['Address', 'Adresse'],
  'personal.type.tx': ['Transaction', 'Transaktion'],
  'personal.type.block': ['Block', 'Block'],
  'personal.id': ['ID or address', 'ID oder Adresse'],
  'personal.shown': [
    '{shown} of {total} labels. The search finds the others.',
    '{shown} von {total} Namen. Die Suche findet die übrigen.',
  ],
  'personal.remove': ['Remove', 'Entfernen'],
  'personal.removeNamed': ['Remove the label {name}', 'Den Namen {name} entfernen'],
  'personal.file': ['Import and export', 'Import und Export'],
  'personal.fileText': [
    'A file of labels (BIP-329, JSON lines), which the Cairn wallet and other programs read. It is not encrypted, and shows who you deal with.',
    'Eine Datei mit Namen (BIP-329, JSON-Zeilen), die die Cairn-Wallet und andere Programme lesen. Sie ist nicht verschlüsselt: Sie zeigt, mit wem Sie zu tun haben.',
  ],
  'personal.export': ['Export', 'Exportieren'],
  'personal.import': ['Import …', 'Importieren …'],
  'personal.importFile': ['File of labels', 'Datei mit Namen'],
  'personal.import.none': ['The file has no labels.', 'Die Datei enthält keine Namen.'],
  'personal.import.large': [
    'The file is too large, or has too many labels.',
    'Die Datei ist zu groß oder enthält zu viele Namen.',
  ],
  'personal.import.unreadable': [
    'The browser could not read the file.',
    'Der Browser konnte die Datei nicht lesen.',
  ],
  'personal.importDifferent': [
    {
      one: '{count} label differs from yours.',
      other: '{count} labels differ from yours.',
    },
    {
      one: '{count} Name lautet anders als Ihrer',
      other: '{count} Namen lauten anders als Ihre',
    },
  ],
  'personal.importRefused': [
    {
      one: '{count} address belongs to no Cairn network and is left out',
      other: '{count} addresses belong to no Cairn network and are left out',
    },
    {
      one: '{count} Adresse gehört zu keinem Cairn-Netzwerk und wird ausgelassen',
      other: '{count} Adressen gehören zu keinem Cairn-Netzwerk und werden ausgelassen',
    },
  ],
  'personal.importUnwatched': [
    {
      one: '{count} address of the file is not watched: at most {most} can be',
      other: '{count} addresses of the file are not watched: at most {most} can be',
    },
    {
      one: '{count} Adresse der Datei wird nicht beobachtet: Höchstens {most} sind möglich',
      other: '{count} Adressen der Datei werden nicht beobachtet: Höchstens {most} sind möglich',
    },
  ],
  'personal.importDamaged': [
    {
      one: '{count} line cannot be read and is left out: line {lines}',
      other: '{count} lines cannot be read and are left out: lines {lines}',
    },
    {
      one: '{count} Zeile ist nicht lesbar und wird ausgelassen: Zeile {lines}',
      other: '{count} Zeilen sind nicht lesbar und werden ausgelassen: Zeilen {lines}',
    },
  ],
  'personal.replace': ['Take the file’s labels', 'Die Namen der Datei nehmen'],
  'personal.imported': [
    {
      one: '{count} new label or address imported',
      other: '{count} new labels or addresses imported',
    },
    {
      one: '{count} neuer Name oder Adresse importiert',
      other: '{count} neue Namen oder Adressen importiert',
    },
  ],
  'alert.button.depth': [
    {
      one: 'Notify me of the first confirmation',
      other: 'Notify me at {count} confirmations',
    },
    {
      one: 'Erste Bestätigung melden',
      other: '{count} Bestätigungen melden',
    },
  ],
  'alert.button.moves': ['Alert me when coins move', 'Melden, wenn sich Coins bewegen'],
  'alert.keepOpen': [
    'Keep this page open: notifications stop when you close or leave it.',
    'Lassen Sie diese Seite offen: Benachrichtigungen enden, wenn Sie sie schließen oder verlassen.',
  ],
  'alert.on.depth': [
    {
      one: 'Waiting for {count} confirmation.',
      other: 'Waiting for {count} confirmations.',
    },
    { one: 'Wartet auf {count} Bestätigung.', other: 'Wartet auf {count} Bestätigungen.' },
  ],
  'alert.on.moves': ['Waiting for new activity.', 'Wartet auf neue Aktivität.'],
  'alert.pageOnly': [
    'This browser shows no notifications from this site, so they appear only here; its site settings may allow them.',
    'Dieser Browser zeigt keine Benachrichtigungen dieser Website; sie erscheinen nur hier. Seine Website-Einstellungen können sie vielleicht erlauben.',
  ],
  'alert.stop': ['Stop', 'Beenden'],
  'alert.news.depth': [
    { one: '{count} confirmation', other: '{count} confirmations' },
    { one: '{count} Bestätigung', other: '{count} Bestätigungen' },
  ],
  'alert.news.depthText': ['{name} is in block {height}.', '{name} steht in Block {height}.'],
  'alert.news.left': ['No longer in a block', 'Nicht mehr in einem Block'],
  'alert.news.leftText': [
    '{name} was in a block that is no longer in the chain.',
    '{name} stand in einem Block, der nicht mehr in der Chain ist.',
  ],
  'alert.news.in': ['{name}: +{amount}', '{name}: +{amount}'],
  'alert.news.out': ['{name}: −{amount}', '{name}: −{amount}'],
  'alert.news.moves': ['{name} sent coins', '{name} hat Coins gesendet'],
  'alert.news.sent': [
    { one: '{count} transaction sent', other: '{count} transactions sent' },
    { one: '{count} Transaktion gesendet', other: '{count} Transaktionen gesendet' },
  ],
});

export const { translationsFor, useTranslations } = texts;

export type Translations = TranslationsOf<typeof texts>;
