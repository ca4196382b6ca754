import { defineTexts, type TranslationsOf } from '../../site/translations.ts';

/*
 * Texts of what was checked, loaded with the verdict's details and not with the page. The keys are the list of all steps (`step.ID`),
 * facts (`fact.NAME`) and reasons (`reason.CODE`).
 */

const findings = {
  'verdict.running': ['Checking in your browser …', 'Prüfung in Ihrem Browser …'],
  'verdict.passed': ['Checked in your browser', 'In Ihrem Browser geprüft'],
  'verdict.limited': ['Checked in part', 'Teilweise geprüft'],
  'verdict.failed': ['Verification failed', 'Stimmt nicht überein'],
  'verdict.skipped': ['Not checked', 'Nicht geprüft'],
  'verdict.differs': ['it differs from what the server said', 'es weicht von den Angaben des Servers ab'],
  'chain.depth': ['Blocks on top', 'Blöcke darüber'],
  'chain.work': ['Work', 'Arbeit'],
  'chain.age': ['Newest block', 'Neuester Block'],
  'chain.others': ['Other nodes', 'Andere Nodes'],
  'chain.above': [
    { one: '{count} block on top', other: '{count} blocks on top' },
    { one: '{count} Block darüber', other: '{count} Blöcke darüber' },
  ],
  'chain.newest': ['No block on top yet', 'Noch kein Block darüber'],
  'chain.devnet': [
    'Development chain: anyone can rewrite it',
    'Entwicklungs-Chain: Jeder kann sie umschreiben',
  ],
  'chain.workOf': [
    '{hashes} hashes: {core} of one processor core',
    '{hashes} Hashes: {core} eines Prozessorkerns',
  ],
  'chain.networkTime': ['({duration} of the whole network)', '({duration} des ganzen Netzwerks)'],
  'chain.tip': ['Newest block: {age}', 'Neuester Block: {age}'],
  'chain.clockAhead': [
    'The chain’s clock is {duration} ahead of this browser’s',
    'Die Uhr der Chain geht {duration} vor der dieses Browsers',
  ],
  'chain.asking': ['Other nodes are being asked', 'Andere Nodes werden gefragt'],
  'chain.alone': ['Only this server was asked', 'Nur dieser Server wurde gefragt'],
  'chain.shared': [
    {
      one: '{have} of {count} other node has this block',
      other: '{have} of {count} other nodes have this block',
    },
    {
      one: '{have} von {count} anderem Node hat diesen Block',
      other: '{have} von {count} anderen Nodes haben diesen Block',
    },
  ],
  'status.passed': ['Checked', 'Geprüft'],
  'status.limited': ['In part', 'Zum Teil'],
  'status.failed': ['Failed', 'Falsch'],
  'status.skipped': ['Not checked', 'Nicht geprüft'],
  'status.running': ['Checking …', 'Läuft …'],
  'panel.open': ['Details', 'Einzelheiten'],
  'panel.lead.running': [
    'Your browser fetches the original bytes and computes this page from them.',
    'Ihr Browser holt die ursprünglichen Bytes und berechnet diese Seite daraus.',
  ],
  'panel.lead.passed': [
    'Your browser computed what is marked on this page from the original bytes. All else is the server’s word.',
    'Ihr Browser hat das Geprüfte auf dieser Seite aus den ursprünglichen Bytes berechnet. Alles andere ist eine Angabe des Servers.',
  ],
  'panel.lead.limited': [
    'What could be checked holds; the steps say what could not.',
    'Was geprüft werden konnte, stimmt; die Schritte sagen, was nicht.',
  ],
  'panel.lead.failed': [
    'Do not rely on this page; ask another node.',
    'Verlassen Sie sich nicht auf diese Seite; fragen Sie einen anderen Node.',
  ],
  'panel.lead.skipped': [
    'Nothing could be checked: everything on this page is the server’s word.',
    'Nichts konnte geprüft werden: Alles auf dieser Seite ist eine Angabe des Servers.',
  ],
  'panel.more': ['What a browser can know', 'Was ein Browser wissen kann'],
  'panel.steps': ['Steps of the verification', 'Schritte der Prüfung'],
  'panel.further': ['Check the rest', 'Auch den Rest prüfen'],
  'panel.furtherHint': [
    'Fetches the whole block and every header, and verifies every signature. That can take a while.',
    'Holt den ganzen Block und alle Header und prüft jede Signatur. Das kann dauern.',
  ],
  'panel.save': ['Save proof', 'Beweis speichern'],
  'panel.again': ['Check again', 'Erneut prüfen'],
  'panel.witnesses': ['Other nodes', 'Andere Nodes'],
  'difference.field': ['Field', 'Feld'],
  'difference.said': ['The server said', 'Laut Server'],
  'difference.computed': ['Computed here', 'Hier berechnet'],
  'picture.proves': [
    'Signed, and in a block of {hashes} hashes; the link shows whether that block is in the chain.',
    'Signiert und in einem Block von {hashes} Hashes; der Link zeigt, ob dieser Block in der Chain steht.',
  ],
  'picture.devnet': [
    'Development chain: anyone can make such a receipt.',
    'Entwicklungs-Chain: Jeder kann so einen Beleg herstellen.',
  ],
  'witness.agrees': ['has this chain (block {height})', 'hat diese Chain (Block {height})'],
  'witness.ahead': [
    'has this chain and newer blocks, up to {height}',
    'hat diese Chain und neuere Blöcke, bis {height}',
  ],
  'witness.heavier': [
    'has another chain with more work, from block {height} on',
    'hat ab Block {height} eine andere Chain mit mehr Arbeit',
  ],
  'witness.lighter': [
    'has another chain with less work; this one counts',
    'hat eine andere Chain mit weniger Arbeit; diese hier zählt',
  ],
  'witness.broken': ['sent no valid chain', 'schickte keine gültige Chain'],
  'witness.unreachable': ['could not be checked: no answer', 'ließ sich nicht prüfen: keine Antwort'],
  'witness.slow': ['could not be checked: too slow', 'ließ sich nicht prüfen: zu langsam'],
  'witness.other_network': [
    'could not be checked: another network',
    'ließ sich nicht prüfen: anderes Netzwerk',
  ],
  'witness.too_far': [
    'could not be checked: forks too far back',
    'ließ sich nicht prüfen: Abzweigung zu weit zurück',
  ],

  'step.chain': ['Chain of headers', 'Kette der Header'],
  'step.header': ['Block in the chain', 'Block in der Chain'],
  'step.contents': ['Contents of the block', 'Inhalt des Blocks'],
  'step.reward': ['Reward and fees', 'Belohnung und Gebühren'],
  'step.transfers': ['Signatures of the transfers', 'Signaturen der Überweisungen'],
  'step.transaction': ['Transaction', 'Transaktion'],
  'step.signature': ['Signature of the sender', 'Signatur des Absenders'],
  'step.payment': ['Signed, and in a block', 'Signiert und in einem Block'],
  'step.inChain': ['In this server’s chain', 'In der Chain dieses Servers'],
  'step.account': ['Balance and nonce', 'Guthaben und Nonce'],
  'step.history': ['Complete history', 'Vollständiger Verlauf'],
  'step.entries': ['Blocks and times of the rows', 'Blöcke und Zeiten der Zeilen'],
  'step.message': ['Signature of the message', 'Signatur der Nachricht'],
  'step.server': ['Compared with the server’s answer', 'Vergleich mit der Antwort des Servers'],
  'step.witnesses': ['Other nodes', 'Andere Nodes'],

  'fact.network': ['Network', 'Netzwerk'],
  'fact.tip': ['Newest block', 'Neuester Block'],
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
  'fact.count': ['Transactions', 'Transaktionen'],
  'fact.work': ['Hashes', 'Hashes'],
  'fact.publicKey': ['Public key', 'Öffentlicher Schlüssel'],
  'fact.subsidy': ['Subsidy', 'Subvention'],
  'fact.fees': ['Fees', 'Gebühren'],
  'fact.reward': ['Coinbase', 'Coinbase'],
  'fact.walked': ['Headers checked', 'Geprüfte Header'],
  'fact.signatures': ['Signatures verified', 'Geprüfte Signaturen'],
  'fact.height': ['Height', 'Höhe'],
  'fact.balance': ['Balance', 'Guthaben'],
  'fact.total': ['Transactions in all', 'Transaktionen insgesamt'],
  'fact.proven': ['Newest transactions hashed', 'Neueste, die gehasht wurden'],
  'fact.history': ['History hash', 'Hash des Verlaufs'],

  'reason.unreachable': ['The server did not answer.', 'Der Server hat nicht geantwortet.'],
  'reason.slow': ['The server did not answer in time.', 'Der Server hat nicht rechtzeitig geantwortet.'],
  'reason.unreadable': ['The server’s answer is malformed.', 'Die Antwort des Servers ist fehlerhaft.'],
  'reason.refused': ['The server refused to answer.', 'Der Server hat die Antwort verweigert.'],
  'reason.not_supported': [
    'The server does not offer what is needed.',
    'Der Server bietet nicht, was nötig ist.',
  ],
  'reason.gone': [
    'The server no longer has this; its chain may have changed.',
    'Der Server hat das nicht mehr; seine Chain hat sich vielleicht geändert.',
  ],
  'reason.moving_tip': [
    'The chain moved while it was checked; check again.',
    'Die Chain hat sich während der Prüfung bewegt; prüfen Sie erneut.',
  ],
  'reason.fault': ['The program that checks has failed.', 'Das prüfende Programm ist gescheitert.'],
  'reason.network_unknown': [
    'The network is not one that this site knows.',
    'Das Netzwerk ist keines, das diese Website kennt.',
  ],
  'reason.other_network': [
    'The server shows another network than the one this site is for.',
    'Der Server zeigt ein anderes Netzwerk als das, für das diese Website da ist.',
  ],
  'reason.invalid_header': [
    'The server’s chain breaks the rules.',
    'Die Chain des Servers bricht die Regeln.',
  ],
  'reason.clock_ahead': [
    'A block is more than two hours in the future: this browser’s clock or the chain is wrong.',
    'Ein Block liegt mehr als zwei Stunden in der Zukunft: Die Uhr dieses Browsers oder die Chain ist falsch.',
  ],
  'reason.checkpoint': [
    'The server’s chain lacks a block that this site vouches for: it ends below, or is another chain.',
    'Der Chain des Servers fehlt ein Block, für den diese Website einsteht: Sie endet darunter oder ist eine andere.',
  ],
  'reason.no_anchor': [
    'Nothing links these headers to the genesis block: {count} blocks below were not fetched.',
    'Nichts verbindet diese Header mit dem Genesis-Block: {count} Blöcke darunter wurden nicht geholt.',
  ],
  'reason.old_tip': [
    'The newest block is old: newer blocks may be withheld.',
    'Der neueste Block ist alt: Vielleicht werden neuere zurückgehalten.',
  ],
  'reason.far': [
    'The block is {count} blocks below the first header that was fetched, so nothing links it to the chain.',
    'Der Block liegt {count} Blöcke unter dem ersten geholten Header; nichts verbindet ihn mit der Chain.',
  ],
  'reason.large_block': [
    'The block is large and is fetched only when you check the rest: all but its header is the server’s word.',
    'Der Block ist groß und wird erst geholt, wenn Sie auch den Rest prüfen: Alles außer dem Header ist eine Angabe des Servers.',
  ],
  'reason.many_transfers': ['{count} signatures were left out.', '{count} Signaturen wurden ausgelassen.'],
  'reason.size_unknown': [
    'The number of transactions in the block is not proven, so its position is not either.',
    'Die Zahl der Transaktionen im Block ist nicht bewiesen, also auch nicht die Position.',
  ],
  'reason.unsigned': [
    'New coins have no signature: anyone can write these bytes.',
    'Neue Coins haben keine Signatur: Diese Bytes kann jeder schreiben.',
  ],
  'reason.not_in_chain': [
    'A receipt alone does not show that its block is in a chain.',
    'Ein Beleg allein zeigt nicht, dass sein Block in einer Chain steht.',
  ],
  'reason.other_chain': [
    'This site shows {name}, so it cannot say whether the block is in its chain.',
    'Diese Website zeigt {name} und kann nicht sagen, ob der Block in seiner Chain steht.',
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
  'reason.proofs_unavailable': [
    'This server keeps no proofs of accounts. A full node does.',
    'Dieser Server führt keine Beweise für Konten. Ein Full Node tut es.',
  ],
  'reason.deep_page': [
    'To prove this page takes more than {count} transactions, which are fetched only when you check the rest.',
    'Diese Seite zu beweisen braucht mehr als {count} Transaktionen; sie werden erst geholt, wenn Sie auch den Rest prüfen.',
  ],
  'reason.far_rows': [
    '{count} rows are of blocks whose headers were not fetched.',
    '{count} Zeilen gehören zu Blöcken, deren Header nicht geholt wurden.',
  ],
} as const;

type NameAfter<Prefix extends string, Key = keyof typeof findings> = Key extends `${Prefix}.${infer Name}`
  ? Name
  : never;
export type StepId = NameAfter<'step'>;
export type FactName = NameAfter<'fact'>;
export type ReasonCode = NameAfter<'reason'>;

export const texts = defineTexts(findings);

export const { useTranslations } = texts;

export type FindingTranslations = TranslationsOf<typeof texts>;
