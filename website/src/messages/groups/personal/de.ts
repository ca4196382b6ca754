import type { Translation } from '@cairn/ui/messages.js';
import type { messages as english } from './en.ts';

export const messages: Translation<typeof english> = {
  'personal.title': 'Meine Namen',
  'personal.lead':
    'Ihre Namen und beobachteten Adressen. Sie bleiben in diesem Browser und werden nirgendwohin gesendet.',
  'personal.add': 'Name geben',
  'personal.edit': 'Name ändern',
  'personal.field': 'Mein Name dafür',
  'personal.fieldHint': 'Nur in diesem Browser gespeichert. Ein leeres Feld entfernt den Namen.',
  'personal.save': 'Speichern',
  'personal.cancel': 'Abbrechen',
  'personal.watch': 'Beobachten',
  'personal.unwatch': 'Nicht mehr beobachten',
  'personal.problem.forbidden':
    'Nicht gespeichert: Dieser Browser verbietet der Website, etwas zu speichern.',
  'personal.problem.full': 'Nicht gespeichert: Für weitere Namen ist kein Platz.',
  'personal.problem.unreadable':
    'Nicht gespeichert: Die gespeicherten Namen sind beschädigt. „Meine Namen“ zeigt, was Sie tun können.',
  'personal.watched': 'Beobachtete Adressen',
  'personal.watchedNone': 'Noch keine beobachteten Adressen',
  'personal.watchedNoneText':
    'Drücken Sie auf der Seite einer Adresse „Beobachten“, oder geben Sie hier eine ein.',
  'personal.watchAddress': 'Adresse beobachten',
  'personal.notAddress': 'Das ist keine Adresse dieses Netzwerks.',
  'personal.watchedAlready': 'Diese Adresse steht schon auf der Liste.',
  'personal.tooMany': 'Höchstens {count} Adressen lassen sich beobachten.',
  'personal.moreWatched': {
    one: '{count} weitere beobachtete Adresse wird nicht gezeigt.',
    other: '{count} weitere beobachtete Adressen werden nicht gezeigt.',
  },
  'personal.change': 'Seit Ihrem letzten Besuch',
  'personal.noChange': 'unverändert',
  'personal.sent': { one: '{count} Transaktion gesendet', other: '{count} Transaktionen gesendet' },
  'personal.unavailable': 'nicht verfügbar',
  'personal.actions': 'Aktionen',
  'personal.unwatchNamed': '{name} nicht mehr beobachten',
  'personal.labels': 'Namen',
  'personal.labelsNone': 'Noch keine Namen',
  'personal.labelsNoneText':
    'Drücken Sie auf der Seite einer Adresse, einer Transaktion oder eines Blocks „Name geben“.',
  'personal.label': 'Name',
  'personal.what': 'Für',
  'personal.type.addr': 'Adresse',
  'personal.type.tx': 'Transaktion',
  'personal.type.block': 'Block',
  'personal.id': 'ID oder Adresse',
  'personal.find': 'Namen suchen',
  'personal.noMatch': 'Kein Name passt',
  'personal.shown': '{shown} von {total} Namen',
  'personal.showMore': 'Mehr zeigen',
  'personal.remove': 'Entfernen',
  'personal.removeNamed': 'Den Namen {name} entfernen',
  'personal.file': 'Import und Export',
  'personal.fileText':
    'Eine Datei mit Namen (BIP-329, JSON-Zeilen), die das Cairn-Wallet und andere Programme lesen. Sie ist nicht verschlüsselt: Sie zeigt, mit wem Sie zu tun haben.',
  'personal.export': 'Exportieren',
  'personal.import': 'Importieren …',
  'personal.importFile': 'Datei mit Namen',
  'personal.importNone': 'Die Datei enthält keine Namen.',
  'personal.importLarge': 'Die Datei ist zu groß oder enthält zu viele Namen.',
  'personal.importUnreadable': 'Der Browser konnte die Datei nicht lesen.',
  'personal.preview': 'Was der Import ändern würde',
  'personal.previewAdded': {
    one: '{count} neuer Name oder Adresse',
    other: '{count} neue Namen oder Adressen',
  },
  'personal.previewChanged': {
    one: '{count} Name lautet anders als Ihrer',
    other: '{count} Namen lauten anders als Ihre',
  },
  'personal.previewSame': { one: '{count} ist schon hier', other: '{count} sind schon hier' },
  'personal.previewRefused': {
    one: '{count} Adresse gehört zu keinem Cairn-Netzwerk und wird ausgelassen',
    other: '{count} Adressen gehören zu keinem Cairn-Netzwerk und werden ausgelassen',
  },
  'personal.previewUnwatched': {
    one: '{count} Adresse der Datei wird nicht beobachtet: Höchstens {most} sind möglich',
    other: '{count} Adressen der Datei werden nicht beobachtet: Höchstens {most} sind möglich',
  },
  'personal.previewOthers': {
    one: '{count} Eintrag anderer Art wird für Ihren nächsten Export aufgehoben',
    other: '{count} Einträge anderer Art werden für Ihren nächsten Export aufgehoben',
  },
  'personal.previewDamaged': {
    one: '{count} Zeile ist nicht lesbar und wird ausgelassen: Zeile {lines}',
    other: '{count} Zeilen sind nicht lesbar und werden ausgelassen: Zeilen {lines}',
  },
  'personal.previewShortened': {
    one: '{count} Name ist zu lang und wird gekürzt',
    other: '{count} Namen sind zu lang und werden gekürzt',
  },
  'personal.previewRepeated': {
    one: '{count} Eintrag wird durch einen späteren mit derselben ID oder Adresse ersetzt',
    other: '{count} Einträge werden durch spätere mit derselben ID oder Adresse ersetzt',
  },
  'personal.replace': 'Bei Unterschieden den Namen der Datei nehmen',
  'personal.apply': 'Importieren',
  'personal.imported': 'Importiert',
  'personal.damaged': {
    one: '{count} gespeicherte Zeile ist nicht lesbar',
    other: '{count} gespeicherte Zeilen sind nicht lesbar',
  },
  'personal.damagedText':
    'Der Speicher dieses Browsers wurde verändert. Die übrigen Namen werden gezeigt; beschädigte Zeilen bleiben, bis Sie sie verwerfen.',
  'personal.unreadable': 'Ihre Namen sind nicht lesbar',
  'personal.unreadableText':
    'Der gespeicherte Text ist zu groß. Speichern Sie ihn als Datei, bevor Sie ihn verwerfen.',
  'personal.saveDamaged': 'Als Datei speichern',
  'personal.discard': 'Verwerfen',
  'alert.button': 'Benachrichtigen …',
  'alert.depth': 'Bestätigungen',
  'alert.depthHint': 'Eine ganze Zahl von 1 bis {most}.',
  'alert.start.depth': 'Benachrichtigen',
  'alert.start.moves': 'Bei neuer Aktivität benachrichtigen',
  'alert.start.block': 'Beim nächsten Block benachrichtigen',
  'alert.start.list': 'Bei neuer Aktivität benachrichtigen',
  'alert.keepOpen':
    'Lassen Sie diese Seite offen: Benachrichtigungen enden, wenn Sie sie schließen oder verlassen.',
  'alert.on.depth': { one: 'Wartet auf {count} Bestätigung.', other: 'Wartet auf {count} Bestätigungen.' },
  'alert.on.moves': 'Wartet auf neue Aktivität dieser Adresse.',
  'alert.on.block': 'Wartet auf den nächsten Block.',
  'alert.on.list': 'Wartet auf neue Aktivität einer beobachteten Adresse.',
  'alert.stop': 'Beenden',
  'alert.permission.denied':
    'Der Browser blockiert Benachrichtigungen dieser Website; seine Website-Einstellungen können sie erlauben. Bis dahin erscheinen sie nur auf dieser Seite.',
  'alert.permission.default':
    'Sie haben Benachrichtigungen nicht erlaubt; sie erscheinen daher nur auf dieser Seite.',
  'alert.permission.unsupported':
    'Dieser Browser zeigt keine Benachrichtigungen dieser Seite; sie erscheinen daher nur hier.',
  'alert.noStream':
    'Die Live-Verbindung ist unterbrochen. Diese Seite fragt stattdessen alle paar Sekunden nach.',
  'alert.noApi': 'Die Explorer-API antwortet nicht. Diese Seite versucht es weiter.',
  'alert.news.block': 'Block {height} wurde gefunden',
  'alert.news.depth': { one: '{count} Bestätigung', other: '{count} Bestätigungen' },
  'alert.news.depthText': '{name} steht in Block {height}.',
  'alert.news.left': 'Nicht mehr in einem Block',
  'alert.news.leftText': '{name} stand in einem Block, der nicht mehr in der Chain ist.',
  'alert.news.in': '{name}: +{amount}',
  'alert.news.out': '{name}: −{amount}',
  'alert.news.moves': '{name} hat Coins gesendet',
  'alert.news.sent': { one: '{count} Transaktion gesendet', other: '{count} Transaktionen gesendet' },
};
