import { defineTexts, type TranslationsOf } from '../../site/translations.ts';

/*
 * Texts of the verification steps, loaded with them and not with the page. The keys are the list of all steps (`ID.title`,
 * `ID.how`), facts (`fact.NAME`) and reasons (`reason.CODE`).
 */

export const steps = {
  'verdict.running': ['Checking in your browser …', 'Prüfung in Ihrem Browser …'],
  'verdict.passed': ['Checked in your browser', 'In Ihrem Browser geprüft'],
  'verdict.limited': ['Checked in part', 'Teilweise geprüft'],
  'verdict.failed': ['Verification failed', 'Stimmt nicht überein'],
  'verdict.skipped': ['Not checked', 'Nicht geprüft'],
  'status.passed': ['Checked', 'Geprüft'],
  'status.limited': ['In part', 'Zum Teil'],
  'status.failed': ['Differs', 'Weicht ab'],
  'status.skipped': ['Not checked', 'Nicht geprüft'],
  'status.waiting': ['Waiting', 'Wartet'],
  'status.running': ['Checking …', 'Läuft …'],
  'panel.open': ['Details', 'Einzelheiten'],
  'panel.running': [
    'Your browser fetches the original bytes behind this page and computes everything below itself.',
    'Ihr Browser holt die ursprünglichen Bytes hinter dieser Seite und berechnet alles Folgende selbst.',
  ],
  'panel.proven.transaction': [
    'Your browser proved the signature and the block. It cannot see whether a longer chain exists.',
    'Ihr Browser hat Signatur und Block bewiesen. Er kann nicht sehen, ob es eine längere Chain gibt.',
  ],
  'panel.proven.coinbase': [
    'Your browser proved this block reward, which no sender signs, and its block. It cannot see whether a longer chain exists.',
    'Ihr Browser hat diese Blockbelohnung, die kein Absender signiert, und ihren Block bewiesen. Er kann nicht sehen, ob es eine längere Chain gibt.',
  ],
  'panel.proven.block': [
    'Your browser proved this block and its place in the chain. It cannot see whether a longer chain exists.',
    'Ihr Browser hat diesen Block und seinen Platz in der Chain bewiesen. Er kann nicht sehen, ob es eine längere Chain gibt.',
  ],
  'panel.proven.address': [
    'Your browser proved balance, nonce and transactions by the newest block. It cannot see whether a longer chain exists. Rank, sums and chart are not proven.',
    'Ihr Browser hat Guthaben, Nonce und Transaktionen nach dem neuesten Block bewiesen. Er kann nicht sehen, ob es eine längere Chain gibt. Rang, Summen und Verlaufskurve sind nicht bewiesen.',
  ],
  'panel.walked': [
    'Proven: everything shown matches the original bytes and the blocks around it; the chain is long and was not fetched to its ends, and a browser cannot know whether another chain has more work.',
    'Bewiesen: Alles Gezeigte entspricht den ursprünglichen Bytes und den Blöcken darum herum; die Chain ist lang und wurde nicht ganz geholt, und ein Browser kann nicht wissen, ob eine andere Chain mehr Arbeit hat.',
  ],
  'panel.limited': [
    'Everything that could be checked matches; the steps say what could not be checked and why, and that part is the API’s word.',
    'Alles, was geprüft werden konnte, stimmt; die Schritte sagen, was nicht geprüft werden konnte und warum. Dieser Teil ist eine Angabe der API.',
  ],
  'panel.failed': [
    'This page differs from the original bytes. Do not rely on it; ask another node.',
    'Was diese Seite zeigt, steht so nicht in den ursprünglichen Bytes. Verlassen Sie sich nicht darauf; fragen Sie einen anderen Node.',
  ],
  'panel.skipped': [
    'Nothing could be checked: everything on this page is the API’s word.',
    'Nichts konnte geprüft werden: Alles auf dieser Seite ist eine Angabe der API.',
  ],
  'panel.more': ['What a browser can know', 'Was ein Browser wissen kann'],
  'panel.steps': ['Steps of the verification', 'Schritte der Prüfung'],
  'panel.further': ['Check the rest', 'Auch den Rest prüfen'],
  'panel.furtherHint': [
    'Fetches the whole block and every header of the chain, and verifies every signature. That can take a while.',
    'Holt den ganzen Block und alle Header der Chain und prüft jede Signatur. Das kann dauern.',
  ],
  'panel.save': ['Save proof', 'Beweis speichern'],
  'panel.again': ['Check again', 'Erneut prüfen'],
  'difference.field': ['Field', 'Feld'],
  'difference.shown': ['As given', 'Angegeben'],
  'difference.computed': ['Computed here', 'Hier berechnet'],
  'network.title': ['Network', 'Netzwerk'],
  'network.how': [
    'The API names a network that the protocol knows, with its chain ID, and the page is of the same one. All of this is the API’s word, so it does not count as checked.',
    'Die API nennt ein Netzwerk, das das Protokoll kennt, mit dessen Chain-ID, und die Seite gehört zu demselben. All das sind Angaben der API; als geprüft zählt es deshalb nicht.',
  ],
  'transaction.title': ['Transaction', 'Transaktion'],
  'transaction.how': [
    'SHA-256, twice, of the 213 bytes gives the ID. Every given field matches the bytes, and both addresses are valid on their network.',
    'Zweimal SHA-256 über die 213 Bytes ergibt die ID. Jedes angegebene Feld steht so in den Bytes, und beide Adressen sind in ihrem Netzwerk gültig.',
  ],
  'signature.title': ['Signature', 'Signatur'],
  'signature.how': [
    'The ECDSA signature on secp256k1 (low S) covers bytes 0–84 and belongs to the public key in the last 64 bytes; that key hashes to the sender’s address.',
    'Die ECDSA-Signatur auf secp256k1 (kleines S) gilt für die Bytes 0–84 und gehört zum öffentlichen Schlüssel in den letzten 64 Bytes; dessen Hash ist die Adresse des Absenders.',
  ],
  'reward.title': ['Reward and fees', 'Belohnung und Gebühren'],
  'reward.how': [
    'The fees of all transactions add up, and the block’s first transaction, the coinbase, pays exactly subsidy and fees to the header’s miner.',
    'Die Gebühren aller Transaktionen stimmen in der Summe, und die erste Transaktion des Blocks, die Coinbase, zahlt genau Subvention und Gebühren an den Miner im Header.',
  ],
  'place.title': ['Place in the block', 'Platz im Block'],
  'place.how': [
    'The transaction’s ID and its Merkle proof lead to the Merkle root in the block’s header, at the position that the page shows.',
    'Die ID der Transaktion und ihr Merkle-Beweis führen zur Merkle-Wurzel im Header des Blocks, an der Position, die die Seite zeigt.',
  ],
  'header.title': ['Block header', 'Header des Blocks'],
  'header.how': [
    'SHA-256, twice, of the 118 bytes gives the block ID, which is not above the target that the header’s bits set: the proof of work. The header on this page matches the bytes.',
    'Zweimal SHA-256 über die 118 Bytes ergibt die Block-ID, und diese ist nicht größer als der Zielwert, den die Bits des Headers festlegen: der Proof of Work. Was vom Header gezeigt wird, steht so in den Bytes.',
  ],
  'contents.title': ['Contents', 'Inhalt'],
  'contents.how': [
    'The IDs of all transactions, computed from their bytes, hash to the Merkle root in the header; size and count match.',
    'Die aus den Bytes berechneten IDs aller Transaktionen ergeben die Merkle-Wurzel im Header; Größe und Anzahl stimmen.',
  ],
  'transfers.title': ['Transfers', 'Überweisungen'],
  'transfers.how': [
    'Each transfer has valid addresses, an amount, and a signature by its sender’s key.',
    'Jede Überweisung hat gültige Adressen, einen Betrag und eine Signatur mit dem Schlüssel ihres Absenders.',
  ],
  'rows.title': ['The list of transactions', 'Die Liste der Transaktionen'],
  'rows.how': [
    'Each row of the list on this page was compared with the bytes at its place.',
    'Jede Zeile der Liste auf dieser Seite wurde mit den Bytes an ihrem Platz verglichen.',
  ],
  'chain.title': ['Chain from the genesis block', 'Chain ab dem Genesis-Block'],
  'chain.how': [
    'Every header from the genesis block, which your browser builds itself, to this block was hashed: each one names the one below, meets its target, and has the difficulty and the time that the rules require.',
    'Jeder Header vom Genesis-Block, den Ihr Browser selbst baut, bis zu diesem Block wurde gehasht: Er nennt den darunter, erreicht seinen Zielwert und hat die Schwierigkeit und die Zeit, die die Regeln verlangen.',
  ],
  'above.title': ['Blocks on top', 'Blöcke darüber'],
  'above.how': [
    'The headers from this block to the tip were checked the same way, and their number is the confirmations shown.',
    'Die Header von diesem Block bis zur Spitze wurden ebenso geprüft, und ihre Zahl ergibt die gezeigten Bestätigungen.',
  ],
  'account.title': ['Balance and nonce', 'Guthaben und Nonce'],
  'account.how': [
    'Each block commits to every account: the address’s record, or its absence, and the hashes beside it lead to the account root in the block’s coinbase, and that coinbase leads to the Merkle root in the header.',
    'Jeder Block legt sich auf alle Konten fest: Der Eintrag der Adresse, oder sein Fehlen, und die Hashes daneben führen zur Kontenwurzel in der Coinbase des Blocks, und die Coinbase führt zur Merkle-Wurzel im Header.',
  ],
  'history.title': ['Complete history', 'Vollständiger Verlauf'],
  'history.how': [
    'The record has a number of transactions and a hash chained over all of them. The transactions shown were hashed from their bytes, onto what came before them, and give exactly this hash: none is missing, added, changed or moved. A filtered list shows each of them that belongs to it, and no other.',
    'Der Eintrag enthält die Zahl der Transaktionen und einen Hash, der sie alle verkettet. Die gezeigten Transaktionen, aus ihren Bytes an das davor gehasht, ergeben genau diesen Hash: Keine fehlt, keine ist hinzugefügt, verändert oder verschoben. Eine gefilterte Liste zeigt jede davon, die zu ihr gehört, und keine andere.',
  ],
  'entries.title': ['Blocks and times of the rows', 'Blöcke und Zeiten der Zeilen'],
  'entries.how': [
    'The block ID and the time in each row are those of the checked header at its height, and each coinbase is the one in its block.',
    'Block-ID und Zeit jeder Zeile sind die des geprüften Headers in ihrer Höhe, und jede Coinbase ist die ihres Blocks.',
  ],
  'message.title': ['Signature of the message', 'Signatur der Nachricht'],
  'message.how': [
    'The signature covers this text and belongs to a public key that hashes to the address.',
    'Die Signatur gilt für diesen Text und gehört zu einem öffentlichen Schlüssel, dessen Hash die Adresse ist.',
  ],
  'fact.network': ['Network', 'Netzwerk'],
  'fact.address': ['Address of the key', 'Adresse des Schlüssels'],
  'fact.transactionId': ['Transaction ID', 'Transaktions-ID'],
  'fact.blockId': ['Block ID', 'Block-ID'],
  'fact.from': ['From', 'Von'],
  'fact.to': ['To', 'An'],
  'fact.amount': ['Amount', 'Betrag'],
  'fact.fee': ['Fee', 'Gebühr'],
  'fact.nonce': ['Nonce', 'Nonce'],
  'fact.time': ['Time', 'Zeit'],
  'fact.miner': ['Miner', 'Miner'],
  'fact.owner': ['Address', 'Adresse'],
  'fact.signer': ['Signed by', 'Signiert von'],
  'fact.text': ['Text', 'Text'],
  'fact.root': ['Merkle root', 'Merkle-Wurzel'],
  'fact.target': ['Target', 'Zielwert'],
  'fact.work': ['Hashes on average', 'Hashes im Mittel'],
  'fact.subsidy': ['Subsidy', 'Subvention'],
  'fact.fees': ['Fees', 'Gebühren'],
  'fact.reward': ['Coinbase', 'Coinbase'],
  'fact.walked': ['Blocks checked', 'Gegangene Blöcke'],
  'fact.signatures': ['Signatures verified', 'Geprüfte Signaturen'],
  'fact.height': ['Height', 'Höhe'],
  'fact.balance': ['Balance', 'Guthaben'],
  'fact.total': ['Transactions in all', 'Transaktionen insgesamt'],
  'fact.proven': ['Newest transactions hashed', 'Neueste, die gehasht wurden'],
  'fact.history': ['History hash', 'Hash des Verlaufs'],
  'fact.bottom': ['Lowest block', 'Unterster Block'],
  'reason.unreachable': ['The API did not answer.', 'Die API hat nicht geantwortet.'],
  'reason.slow': ['The API did not answer in time.', 'Die API hat nicht rechtzeitig geantwortet.'],
  'reason.refused': ['The API reported an error.', 'Die API hat einen eigenen Fehler gemeldet.'],
  'reason.unreadable': [
    'The API answered something that its contract does not allow.',
    'Die API hat etwas geantwortet, was ihre Vereinbarung nicht erlaubt.',
  ],
  'reason.not_supported': [
    'This API does not offer what the check needs.',
    'Diese API bietet nicht, was die Prüfung braucht.',
  ],
  'reason.gone': [
    'The API no longer has it. The chain may have been reorganized.',
    'Die API hat es nicht mehr. Die Chain wurde vielleicht reorganisiert.',
  ],
  'reason.moving_tip': [
    'The chain changed while it was being checked.',
    'Die Chain änderte sich während der Prüfung.',
  ],
  'reason.network_unknown': [
    'The protocol knows no chain of this network.',
    'Das Protokoll kennt keine Chain dieses Netzwerks.',
  ],
  'reason.fault': [
    'This program has a bug. The browser’s console says more.',
    'Dieses Programm hat einen Fehler. Die Konsole des Browsers sagt mehr.',
  ],
  'reason.large_block': [
    'The block is large ({count} transactions, as the API says) and is fetched only when you check the rest.',
    'Der Block ist groß (laut API {count} Transaktionen) und wird erst geholt, wenn Sie auch den Rest prüfen.',
  ],
  'reason.many_transfers': [
    'The block has many transfers: {count} were left out.',
    'Der Block hat viele Überweisungen: {count} wurden ausgelassen.',
  ],
  'reason.far': [
    {
      one: '{count} block of the chain was not fetched.',
      other: '{count} blocks of the chain were not fetched.',
    },
    {
      one: '{count} Block der Chain wurde nicht geholt.',
      other: '{count} Blöcke der Chain wurden nicht geholt.',
    },
  ],
  'reason.size_unknown': [
    'The number of transactions in the block is not proven. Without it, the proof does not show the position.',
    'Die Zahl der Transaktionen im Block ist nicht bewiesen. Ohne sie zeigt der Beweis die Position nicht.',
  ],
  'reason.page_behind': [
    'A block has arrived since the page loaded; it is loading again.',
    'Seit die Seite geladen wurde, kam ein Block; sie lädt neu.',
  ],
  'reason.index_behind': [
    'The API’s index has not caught up with the newest block yet.',
    'Der Index der API ist noch nicht beim neuesten Block angekommen.',
  ],
  'reason.proofs_unavailable': [
    'This server keeps no proofs of accounts. A full node does.',
    'Dieser Server führt keine Beweise für Konten. Ein Full Node tut es.',
  ],
  'reason.no_history': [
    'The API offers no history of this address now, so there is nothing to compare.',
    'Die API bietet gerade keinen Verlauf dieser Adresse; es gibt nichts zu vergleichen.',
  ],
  'reason.deep_page': [
    'To prove this page takes more than {count} transactions, which are fetched only when you check the rest.',
    'Diese Seite zu beweisen braucht mehr als {count} Transaktionen; sie werden erst geholt, wenn Sie auch den Rest prüfen.',
  ],
  'reason.far_rows': [
    {
      one: '{count} row is of a block whose header was not fetched.',
      other: '{count} rows are of blocks whose headers were not fetched.',
    },
    {
      one: '{count} Zeile gehört zu einem Block, dessen Header nicht geholt wurde.',
      other: '{count} Zeilen gehören zu Blöcken, deren Header nicht geholt wurden.',
    },
  ],
} as const;

export const texts = defineTexts(steps);

export const { useTranslations } = texts;

export type StepTranslations = TranslationsOf<typeof texts>;
