import type { Translation } from '@cairn/ui/messages.js';
import type { steps as english } from './en.ts';

export const steps: Translation<typeof english> = {
  'verdict.running': 'Prüfung in Ihrem Browser …',
  'verdict.runningCount': '{count} von {total}',
  'verdict.verified': 'In Ihrem Browser geprüft',
  'verdict.walked': 'In Ihrem Browser geprüft',
  'verdict.walkedCount': {
    one: '{count} Block der Chain nicht geholt',
    other: '{count} Blöcke der Chain nicht geholt',
  },
  'verdict.partly': 'Teilweise geprüft',
  'verdict.partlyCount': '{count} von {total} Prüfungen vollständig',
  'verdict.differs': 'Stimmt nicht überein',
  'verdict.differsCount': '{count} von {total} Prüfungen fehlgeschlagen',
  'verdict.unchecked': 'Nicht geprüft',
  'verdict.left': 'Nicht mehr in der Chain dieses Nodes',
  'verdict.leftCount': 'was vorher geprüft wurde, steht darunter',
  'verdict.announce': '{verdict}: {count}.',

  'status.passed': 'Geprüft',
  'status.limited': 'Zum Teil',
  'status.failed': 'Weicht ab',
  'status.skipped': 'Nicht geprüft',
  'status.waiting': 'Wartet',
  'status.running': 'Läuft …',

  'panel.open': 'Einzelheiten',
  'panel.running':
    'Ihr Browser holt die ursprünglichen Bytes hinter dieser Seite und berechnet alles Folgende selbst.',
  'panel.proven.transaction':
    'Bewiesen: Der Absender hat diese Transaktion signiert, und sie steht in einer Chain mit gültigem Proof of Work, die beim Genesis-Block beginnt; ein Browser kann nicht wissen, ob der Absender die Coins hatte und ob eine andere Chain mehr Arbeit hat.',
  'panel.proven.coinbase':
    'Bewiesen: Diese Transaktion schafft neue Coins, daher signiert sie kein Absender, und sie steht in einer Chain mit gültigem Proof of Work, die beim Genesis-Block beginnt; ein Browser kann nicht wissen, ob eine andere Chain mehr Arbeit hat.',
  'panel.proven.block':
    'Bewiesen: Dieser Block ist, wie er gezeigt wird, und steht in einer Chain mit gültigem Proof of Work, die beim Genesis-Block beginnt; ein Browser kann nicht wissen, ob die Absender die Coins hatten und ob eine andere Chain mehr Arbeit hat.',
  'panel.proven.address':
    'Ein Browser kann nicht wissen, ob es eine Chain mit mehr Arbeit gibt, und hinter dem neuesten Stand steht erst die Arbeit eines einzigen Blocks. In diesen Grenzen sind Guthaben, Nonce und Transaktionen bewiesen; Rang, Summen und Verlaufskurve bleiben Angaben der API.',
  'panel.proven.unused':
    'Ein Browser kann nicht wissen, ob es eine Chain mit mehr Arbeit gibt, und hinter dem neuesten Stand steht erst die Arbeit eines einzigen Blocks. In diesen Grenzen ist bewiesen, dass keine Transaktion diese Adresse nennt.',
  'panel.walked':
    'Bewiesen: Alles Gezeigte entspricht den ursprünglichen Bytes und den Blöcken darum herum; die Chain ist lang und wurde nicht ganz geholt, und ein Browser kann nicht wissen, ob eine andere Chain mehr Arbeit hat.',
  'panel.partly':
    'Alles, was geprüft werden konnte, stimmt; die Schritte sagen, was nicht geprüft werden konnte und warum. Dieser Teil ist eine Angabe der API.',
  'panel.differs':
    'Was diese Seite zeigt, steht so nicht in den ursprünglichen Bytes. Verlassen Sie sich nicht darauf; fragen Sie einen anderen Node.',
  'panel.unchecked': 'Nichts konnte geprüft werden: Alles auf dieser Seite ist eine Angabe der API.',
  'panel.left':
    'Der Node hat diesen Block durch einen anderen ersetzt; die Schritte zeigen, was vorher von ihm bewiesen wurde.',
  'panel.devnet':
    'Im Devnet kostet ein Block etwa zwei Hashes: Der Proof of Work zeigt, wie die Prüfung geht, schützt aber nichts.',
  'panel.more': 'Was ein Browser wissen kann',
  'panel.steps': 'Schritte der Prüfung',
  'panel.further': 'Auch den Rest prüfen',
  'panel.furtherHint':
    'Holt den ganzen Block und alle Header der Chain und prüft jede Signatur. Das kann dauern.',
  'panel.save': 'Beleg speichern',
  'panel.saveHint': 'Eine Datei, die die Seite „Prüfen“ ohne die API prüft.',
  'panel.again': 'Erneut prüfen',
  'panel.stop': 'Anhalten',

  'difference.caption': 'Abweichungen',
  'difference.field': 'Feld',
  'difference.shown': 'Laut API',
  'difference.given': 'Laut Ihrer Eingabe',
  'difference.computed': 'Hier berechnet',
  'problems.title': 'Verletzte Regeln',

  'network.title': 'Netzwerk',
  'network.how':
    'Die API nennt ein Netzwerk, das das Protokoll kennt, und ihr Block 0 ist Byte für Byte der Genesis-Block, den Ihr Browser nach dessen Regeln baut.',
  'transaction.title': 'Transaktion',
  'transaction.how':
    'Zweimal SHA-256 über die 213 Bytes ergibt die ID, nach der Sie gefragt haben. Jedes gezeigte Feld steht so in den Bytes, und beide Adressen sind in diesem Netzwerk gültig.',
  'transaction.given':
    'Zweimal SHA-256 über die 213 Bytes ergibt die ID. Nennt Ihre Eingabe eine ID oder Felder, so sind es dieselben, und beide Adressen sind gültig.',
  'signature.title': 'Signatur',
  'signature.how':
    'Die ECDSA-Signatur auf secp256k1 (kleines S) gilt für die Bytes 0–84 und gehört zum öffentlichen Schlüssel in den letzten 64 Bytes; dessen Hash ist die Adresse des Absenders.',
  'reward.title': 'Belohnung und Gebühren',
  'reward.how':
    'Die Gebühren aller Transaktionen stimmen in der Summe, und die erste Transaktion des Blocks, die Coinbase, zahlt genau Subvention und Gebühren an den Miner im Header.',
  'place.title': 'Platz im Block',
  'place.how':
    'Die ID der Transaktion und ihr Merkle-Beweis führen zur Merkle-Wurzel im Header des Blocks, an der Position, die die Seite zeigt.',
  'header.title': 'Header des Blocks',
  'header.how':
    'Zweimal SHA-256 über die 118 Bytes ergibt die Block-ID, und diese ist nicht größer als der Zielwert, den die Bits des Headers festlegen: der Proof of Work. Was vom Header gezeigt wird, steht so in den Bytes.',
  'contents.title': 'Inhalt',
  'contents.how':
    'Die aus den Bytes berechneten IDs aller Transaktionen ergeben die Merkle-Wurzel im Header; Größe und Anzahl stimmen.',
  'transfers.title': 'Überweisungen',
  'transfers.how':
    'Jede Überweisung hat gültige Adressen, einen Betrag und eine Signatur mit dem Schlüssel ihres Absenders.',
  'rows.title': 'Die Liste der Transaktionen',
  'rows.how': 'Jede Zeile der Liste auf dieser Seite wurde mit den Bytes an ihrem Platz verglichen.',
  'chain.title': 'Chain ab dem Genesis-Block',
  'chain.how':
    'Jeder Header vom Genesis-Block bis zu diesem Block wurde gehasht: Er nennt den darunter, erreicht seinen Zielwert und hat die Schwierigkeit und die Zeit, die die Regeln verlangen.',
  'above.title': 'Blöcke darüber',
  'above.how':
    'Die Header von diesem Block bis zur Spitze wurden ebenso geprüft, und ihre Zahl ergibt die gezeigten Bestätigungen.',
  'account.title': 'Guthaben und Nonce',
  'account.how':
    'Jeder Block legt sich auf alle Konten fest: Der Eintrag der Adresse, oder sein Fehlen, und die Hashes daneben führen zur Kontenwurzel in der Coinbase des Blocks, und die Coinbase führt zur Merkle-Wurzel im Header.',
  'history.title': 'Vollständiger Verlauf',
  'history.how':
    'Der Eintrag enthält die Zahl der Transaktionen und einen Hash, der sie alle verkettet. Die gezeigten Transaktionen, aus ihren Bytes an das davor gehasht, ergeben genau diesen Hash: Keine fehlt, keine ist hinzugefügt, verändert oder verschoben.',
  'entries.title': 'Blöcke und Zeiten der Zeilen',
  'entries.how':
    'Block-ID und Zeit jeder Zeile sind die des geprüften Headers in ihrer Höhe, und jede Coinbase ist die ihres Blocks.',
  'message.title': 'Signatur der Nachricht',
  'message.how':
    'Die Signatur gilt für diesen Text und gehört zu einem öffentlichen Schlüssel, dessen Hash die Adresse ist.',

  'fact.network': 'Netzwerk',
  'fact.source': 'Quelle',
  'fact.digest': 'Signierter Hash',
  'fact.signature': 'Signatur',
  'fact.publicKey': 'Öffentlicher Schlüssel',
  'fact.address': 'Adresse des Schlüssels',
  'fact.id': 'Berechnete ID',
  'fact.root': 'Merkle-Wurzel',
  'fact.leaves': 'Transaktionen im Baum',
  'fact.index': 'Position',
  'fact.path': 'Hashes im Pfad',
  'fact.target': 'Zielwert',
  'fact.work': 'Hashes im Mittel',
  'fact.count': 'Anzahl',
  'fact.subsidy': 'Subvention',
  'fact.fees': 'Gebühren',
  'fact.reward': 'Coinbase',
  'fact.walked': 'Gegangene Blöcke',
  'fact.signatures': 'Geprüfte Signaturen',
  'fact.height': 'Block',
  'fact.blockId': 'Block-ID',
  'fact.balance': 'Guthaben',
  'fact.accountNonce': 'Nonce',
  'fact.total': 'Transaktionen insgesamt',
  'fact.proven': 'Neueste, die gehasht wurden',
  'fact.history': 'Hash des Verlaufs',
  'fact.bottom': 'Unterster Block',

  'reason.unreachable': 'Die API hat nicht geantwortet.',
  'reason.slow': 'Die API hat nicht rechtzeitig geantwortet.',
  'reason.refused': 'Die API hat einen eigenen Fehler gemeldet.',
  'reason.unreadable': 'Die API hat etwas geantwortet, was ihre Vereinbarung nicht erlaubt.',
  'reason.not_supported': 'Diese API bietet nicht, was die Prüfung braucht.',
  'reason.gone': 'Die API hat es nicht mehr. Die Chain wurde vielleicht reorganisiert.',
  'reason.moving_tip': 'Die Chain änderte sich während der Prüfung.',
  'reason.network_unknown': 'Das Protokoll kennt kein solches Netzwerk.',
  'reason.stopped': 'Sie haben die Prüfung angehalten.',
  'reason.fault': 'Dieses Programm hat einen Fehler. Die Konsole des Browsers sagt mehr.',
  'reason.large_block':
    'Der Block ist groß (laut API {count} Transaktionen) und wird erst geholt, wenn Sie auch den Rest prüfen.',
  'reason.many_transfers': 'Der Block hat viele Überweisungen: {count} wurden ausgelassen.',
  'reason.far': {
    one: '{count} Block der Chain wurde nicht geholt.',
    other: '{count} Blöcke der Chain wurden nicht geholt.',
  },
  'reason.size_unknown':
    'Die Zahl der Transaktionen im Block ist nicht bewiesen. Ohne sie zeigt der Beweis die Position nicht.',
  'reason.page_behind': 'Seit die Seite geladen wurde, kam ein Block; sie lädt neu.',
  'reason.index_behind': 'Der Index der API ist noch nicht beim neuesten Block angekommen.',
  'reason.proofs_unavailable': 'Dieser Server führt keine Beweise für Konten. Ein Full Node tut es.',
  'reason.no_history': 'Die API bietet gerade keinen Verlauf dieser Adresse; es gibt nichts zu vergleichen.',
  'reason.deep_page': {
    one: 'Vor dieser Seite liegt {count} neuere Transaktion; sie wird erst geholt, wenn Sie auch den Rest prüfen.',
    other:
      'Vor dieser Seite liegen {count} neuere Transaktionen; sie werden erst geholt, wenn Sie auch den Rest prüfen.',
  },
  'reason.far_rows': {
    one: '{count} Zeile gehört zu einem Block, dessen Header nicht geholt wurde.',
    other: '{count} Zeilen gehören zu Blöcken, deren Header nicht geholt wurden.',
  },
  'reason.many_coinbases': {
    one: 'Die Liste hat viele Coinbases: Die ID von {count} wurde nicht mit ihrem Block verglichen.',
    other: 'Die Liste hat viele Coinbases: Die IDs von {count} wurden nicht mit ihren Blöcken verglichen.',
  },
  'reason.header_missing': 'Ein ganzer Header fehlt: Ob die Wurzel zu einem Block gehört, ist nicht bekannt.',
  'reason.parent_missing': 'Blöcke, auf die die Regel zurückblickt, liegen nicht vor.',
};
