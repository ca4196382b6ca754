import { defineTexts, type TranslationsOf } from '../../site/translations.ts';
import { texts as firstPaint } from './texts.ts';

/* Texts of the seal, loaded with its rows. The keys list all checks (`about.ID`) and reasons (`reason.CODE`). */

const seal = {
  ...firstPaint.dictionary,
  'verdict.passed': ['Proven on your device', 'Auf Ihrem Gerät bewiesen'],
  'verdict.limited': ['Proven in part', 'Zum Teil bewiesen'],
  'verdict.failed': ['Not proven: something is wrong', 'Nicht bewiesen: Etwas stimmt nicht'],
  'status.passed': ['proven', 'bewiesen'],
  'status.limited': ['proven in part', 'zum Teil bewiesen'],
  'status.failed': ['wrong', 'falsch'],
  'status.skipped': ['not proven', 'nicht bewiesen'],
  'status.running': ['being proven', 'wird bewiesen'],
  'seal.checks': [
    { one: '{count} check', other: '{count} checks' },
    { one: '{count} Prüfung', other: '{count} Prüfungen' },
  ],
  'seal.list': ['Checks', 'Prüfungen'],
  'seal.differs': ['It differs from what the server said', 'Es weicht von den Angaben des Servers ab'],
  'seal.failed': [
    'Do not rely on this page; ask another node.',
    'Glauben Sie dieser Seite nicht; fragen Sie einen anderen Node.',
  ],
  'seal.rest': ['Prove the rest', 'Auch den Rest beweisen'],
  'seal.restHint': ['Fetches all bytes; that can take a while.', 'Holt alle Bytes; das kann dauern.'],
  'seal.again': ['Prove again', 'Erneut beweisen'],
  'seal.more': ['What a browser can prove', 'Was ein Browser beweisen kann'],
  'seal.witnesses': ['Other nodes', 'Andere Nodes'],
  'walk.counting': ['Your browser is proving {count} headers', 'Ihr Browser beweist {count} Header'],
  'walk.all': [
    { one: 'Your browser has proven the only header', other: 'Your browser has proven all {count} headers' },
    {
      one: 'Ihr Browser hat den einzigen Header bewiesen',
      other: 'Ihr Browser hat alle {count} Header bewiesen',
    },
  ],
  'walk.newest': [
    'Your browser has proven the newest {count} headers',
    'Ihr Browser hat die neuesten {count} Header bewiesen',
  ],
  'difference.said': ['The server said', 'Laut Server'],
  'difference.computed': ['Computed here', 'Hier berechnet'],
  'check.chain': ['Headers, one linked to the next', 'Header, einer an den anderen gebunden'],
  'about.chain': [
    'Each header names the one before it and has the work that the rules ask for, back to a block that this program knows.',
    'Jeder Header nennt den vorherigen und hat die Arbeit, die die Regeln verlangen, zurück bis zu einem Block, den dieses Programm kennt.',
  ],
  'step.header': ['Block in the chain', 'Block in der Chain'],
  'check.header': ['In block {height} of this chain', 'In Block {height} dieser Chain'],
  'about.header': [
    'The block’s ID is the hash of a header in that chain; no other bytes have it.',
    'Die ID des Blocks ist der Hash eines Headers dieser Chain; keine anderen Bytes haben sie.',
  ],
  'check.contents': ['Transactions, reward and fees', 'Transaktionen, Belohnung und Gebühren'],
  'about.contents': [
    'The IDs of all transactions give the Merkle root in the header, those shown are signed, and the miner gets what the rules allow.',
    'Die IDs aller Transaktionen ergeben die Merkle-Wurzel im Header, die gezeigten sind signiert, und der Miner erhält, was die Regeln erlauben.',
  ],
  'check.blocks': ['Blocks, validated as a node does', 'Blöcke, geprüft wie von einem Node'],
  'about.blocks': [
    'Each block is fetched whole; its signatures, balances and reward must keep the rules.',
    'Jeder Block wird ganz geholt; Signaturen, Guthaben und Belohnung müssen die Regeln einhalten.',
  ],
  'check.transaction': ['Signed by the sender', 'Vom Absender signiert'],
  'about.transaction': [
    'The sender’s key signed exactly these bytes: recipient, amount, fee and nonce. Whether the sender had the coins, only a full node knows.',
    'Der Schlüssel des Absenders hat genau diese Bytes signiert: Empfänger, Betrag, Gebühr und Nonce. Ob er die Coins hatte, weiß nur ein Full Node.',
  ],
  'check.coinbase': ['New coins of their block', 'Neue Coins ihres Blocks'],
  'about.coinbase': [
    'Nobody signs new coins: they are in a block that pays its own miner.',
    'Neue Coins signiert niemand: Sie stehen in einem Block, der seinen eigenen Miner bezahlt.',
  ],
  'step.account': ['Balance and nonce', 'Guthaben und Nonce'],
  'check.account': ['Balance and nonce by block {height}', 'Guthaben und Nonce nach Block {height}'],
  'about.account': [
    'Every block commits to all accounts by one hash; the record of this one leads to it.',
    'Jeder Block legt sich mit einem Hash auf alle Konten fest; der Eintrag von diesem führt zu ihm.',
  ],
  'step.history': ['Complete history', 'Vollständiger Verlauf'],
  'check.history': [
    { one: 'The only transaction: nothing hidden', other: 'All {count} transactions: nothing hidden' },
    {
      one: 'Die einzige Transaktion: nichts verborgen',
      other: 'Alle {count} Transaktionen: nichts verborgen',
    },
  ],
  'check.historyPart': [
    'The newest {count} of {of} transactions are complete: nothing hidden',
    'Die neuesten {count} von {of} Transaktionen sind vollständig: nichts verborgen',
  ],
  'check.historyNone': ['No transaction: nothing hidden', 'Keine Transaktion: nichts verborgen'],
  'about.history': [
    'One after another, these transactions give the hash in the account’s record: none is left out, added or changed.',
    'Nacheinander ergeben diese Transaktionen den Hash im Eintrag des Kontos: Keine fehlt, kam hinzu oder ist verändert.',
  ],
  'check.message': ['Signed by this address', 'Von dieser Adresse signiert'],
  'about.message': [
    'The key of this address signed exactly this text. When, it does not show.',
    'Der Schlüssel dieser Adresse hat genau diesen Text signiert. Wann, zeigt das nicht.',
  ],
  'check.server': ['Compared with the server’s answer', 'Verglichen mit der Antwort des Servers'],
  'about.server': [
    'What this page shows was computed here. The server’s answer for it must be the same.',
    'Was diese Seite zeigt, wurde hier berechnet. Die Antwort des Servers muss dasselbe sagen.',
  ],
  'check.devnet': [
    'Development chain: anyone can rewrite it',
    'Entwicklungs-Chain: Jeder kann sie umschreiben',
  ],
  'about.devnet': [
    'A block takes about two hashes here, and its coins are worth nothing.',
    'Ein Block kostet hier etwa zwei Hashes, und die Coins sind nichts wert.',
  ],
  'check.work': [
    '{hashes} hashes: {core} of one processor core',
    '{hashes} Hashes: {core} eines Prozessorkerns',
  ],
  'check.workNetwork': ['({duration} of the whole network)', '({duration} des ganzen Netzwerks)'],
  'about.work': [
    'So much computing stands on this block: reversing it takes as much again.',
    'So viel Rechenarbeit liegt auf diesem Block: Ihn umzukehren kostet noch einmal so viel.',
  ],
  'check.recomputed': ['State recomputed in this browser', 'Stand in diesem Browser nachgerechnet'],
  'about.recomputed': [
    'This browser has validated every block up to this one by itself, signatures included: its accounts follow from the blocks alone.',
    'Dieser Browser hat jeden Block bis zu diesem selbst geprüft, mit allen Signaturen: Die Konten folgen allein aus den Blöcken.',
  ],
  'check.recomputed_below': [
    'Recomputed in this browser up to block {height}',
    'In diesem Browser nachgerechnet bis Block {height}',
  ],
  'about.recomputed_below': [
    'Newer blocks are not: for them, the checks listed here count.',
    'Neuere Blöcke nicht: Für sie zählen die Prüfungen dieser Liste.',
  ],
  'check.wrong_block': [
    'This browser recomputed the chain: block {height} is invalid',
    'Dieser Browser hat die Chain nachgerechnet: Block {height} ist ungültig',
  ],
  'about.wrong_block': [
    'It breaks a rule that every node checks: whatever stands above it counts nowhere.',
    'Er bricht eine Regel, die jeder Node prüft: Was über ihm steht, zählt nirgends.',
  ],
  'check.tip': ['Newest block {age}', 'Neuester Block {age}'],
  'check.clockAhead': [
    'the chain’s clock is {duration} ahead of this browser’s',
    'die Uhr der Chain geht {duration} vor der dieses Browsers',
  ],
  'about.tip': [
    'By this browser’s clock. If it is old, newer blocks may be withheld.',
    'Nach der Uhr dieses Browsers. Ist er alt, werden vielleicht neuere zurückgehalten.',
  ],
  'check.witnessesAsked': ['Other nodes are being asked', 'Andere Nodes werden gefragt'],
  'check.witnessesNone': ['Only this server was asked', 'Nur dieser Server wurde gefragt'],
  'check.witnesses': [
    'Other nodes with this block: {have} of {count}',
    'Andere Nodes mit diesem Block: {have} von {count}',
  ],
  'about.witnesses': [
    'Whether another chain has more work, only other nodes can show; one honest one is enough. They are told heights alone.',
    'Ob eine andere Chain mehr Arbeit hat, zeigen nur andere Nodes; ein ehrlicher genügt. Sie erfahren nur Höhen.',
  ],
  'witness.agrees': ['has this chain, up to block {height}', 'hat diese Chain, bis Block {height}'],
  'witness.ahead': [
    'has this chain and newer blocks, up to {height}',
    'hat auch neuere Blöcke, bis {height}',
  ],
  'witness.heavier': [
    'has another chain with more work, from block {from} up to {height}',
    'hat eine andere Chain mit mehr Arbeit, von Block {from} bis {height}',
  ],
  'witness.lighter': [
    'has another chain with less work, up to {height}; this one counts',
    'hat eine andere Chain mit weniger Arbeit, bis {height}; diese hier zählt',
  ],
  'witness.unknown': ['could not be checked: {reason}', 'ließ sich nicht prüfen: {reason}'],
  'reason.unreachable': ['The server did not answer.', 'Der Server hat nicht geantwortet.'],
  'reason.unreadable': ['The server’s answer is malformed.', 'Die Antwort des Servers ist fehlerhaft.'],
  'reason.refused': ['The server does not give what is needed.', 'Der Server gibt nicht, was nötig ist.'],
  'reason.proofs_unavailable': [
    'This server keeps no proofs of accounts.',
    'Dieser Server führt keine Beweise für Konten.',
  ],
  'reason.gone': ['The server no longer has this.', 'Der Server hat das nicht mehr.'],
  'reason.moving': [
    'The chain moved meanwhile; try it again.',
    'Die Chain lief weiter; versuchen Sie es erneut.',
  ],
  'reason.network_unknown': [
    'This site does not know the network.',
    'Diese Website kennt das Netzwerk nicht.',
  ],
  'reason.other_network': ['The server shows another network.', 'Der Server zeigt ein anderes Netzwerk.'],
  'reason.invalid_chain': [
    'The server’s chain breaks the rules.',
    'Die Chain des Servers bricht die Regeln.',
  ],
  'reason.too_far': [
    'It forks too far back to be checked.',
    'Sie zweigt zu weit zurück ab, um sie zu prüfen.',
  ],
  'reason.clock_ahead': [
    'A block is more than two hours in the future: this browser’s clock or the chain is wrong.',
    'Ein Block liegt über zwei Stunden in der Zukunft: Die Uhr dieses Browsers oder die Chain ist falsch.',
  ],
  'reason.checkpoint': [
    'The server’s chain lacks a block that this site vouches for: it ends below, or is another chain.',
    'Der Chain des Servers fehlt ein Block, für den diese Website einsteht: Sie endet darunter oder ist eine andere.',
  ],
  'reason.other_block': [
    'The server gave another block than its headers say.',
    'Der Server gab einen anderen Block, als seine Header sagen.',
  ],
  'reason.other_branch': [
    'The server shows another branch, with no more work than the one recomputed here.',
    'Der Server zeigt einen anderen Zweig, der nicht mehr Arbeit hat als der hier nachgerechnete.',
  ],
  'reason.elsewhere': [
    'Another tab of this site is recomputing.',
    'Ein anderer Tab dieser Website rechnet nach.',
  ],
  'reason.full': [
    'The browser has no room for another block.',
    'Der Browser hat keinen Platz für einen weiteren Block.',
  ],
  'reason.unwritable': ['The browser cannot write a block.', 'Der Browser kann keinen Block schreiben.'],
  'reason.no_anchor': [
    'Nothing links these headers to the genesis block: {count} blocks below were not fetched.',
    'Nichts verbindet diese Header mit dem Genesis-Block: {count} Blöcke darunter wurden nicht geholt.',
  ],
  'reason.old_tip': [
    'The newest block is old: newer blocks may be withheld.',
    'Der neueste Block ist alt: Vielleicht werden neuere zurückgehalten.',
  ],
  'reason.far': [
    'The block is {count} blocks below the first header fetched: nothing links it to the chain.',
    'Der Block liegt {count} Blöcke unter dem ersten geholten Header: Nichts verbindet ihn mit der Chain.',
  ],
  'reason.large_block': [
    'A large block: unasked, only its header is proven.',
    'Ein großer Block: Ungefragt wird nur sein Header bewiesen.',
  ],
  'reason.not_in_chain': [
    'That its block is in a chain, it does not show.',
    'Ob sein Block in einer Chain steht, zeigt er nicht.',
  ],
  'reason.other_chain': [
    'This site shows {name}, which is another chain.',
    'Diese Website zeigt {name}, eine andere Chain.',
  ],
  'reason.unsigned': [
    'New coins are unsigned: anyone can write these bytes.',
    'Ohne Signatur kann das jeder schreiben.',
  ],
  'reason.too_many_coins': ['More coins than exist.', 'Mehr Coins, als es gibt.'],
  'reason.heavier': [
    '{name} has a valid chain with more work: it counts, not this one.',
    '{name} hat eine gültige Chain mit mehr Arbeit: Sie zählt, nicht diese.',
  ],
  'reason.heavier_pending': [
    '{name} has a valid chain with more work. This server is being asked again.',
    '{name} hat eine gültige Chain mit mehr Arbeit. Dieser Server wird noch einmal gefragt.',
  ],
  'reason.withheld': [
    '{name} has {count} newer blocks, which this server withholds.',
    '{name} hat {count} neuere Blöcke, die dieser Server zurückhält.',
  ],
  'reason.deep_page': [
    'This page takes more than {count} transactions.',
    'Diese Seite braucht mehr als {count} Transaktionen.',
  ],
} as const;

type NameAfter<Prefix extends string, Key = keyof typeof seal> = Key extends `${Prefix}.${infer Name}`
  ? Name
  : never;
export type CheckId = NameAfter<'about'>;
export type ReasonCode = NameAfter<'reason'>;

export const texts = defineTexts(seal);

export const { useTranslations } = texts;

export type SealTranslations = TranslationsOf<typeof texts>;
