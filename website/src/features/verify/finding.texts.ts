import { defineTexts, type TranslationsOf } from '../../site/translations.ts';

/* Texts of what was checked, loaded with the verdict's details. The keys list all steps (`step.ID`) and reasons (`reason.CODE`). */

const findings = {
  'verdict.running': ['Checking in your browser …', 'Prüfung in Ihrem Browser …'],
  'verdict.passed': ['Checked in your browser', 'In Ihrem Browser geprüft'],
  'verdict.limited': ['Checked in part', 'Teilweise geprüft'],
  'verdict.failed': ['Verification failed', 'Stimmt nicht überein'],
  'verdict.skipped': ['Not checked', 'Nicht geprüft'],
  'verdict.differs': ['it differs from what the server said', 'es weicht von den Angaben des Servers ab'],
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
  'seal.counting': ['Your browser is checking {headers}', 'Ihr Browser prüft {headers}'],
  'seal.checked': ['Your browser checked {headers}', 'Ihr Browser prüfte {headers}'],
  'seal.headers': [
    { one: '{count} header', other: '{count} headers' },
    { one: '{count} Header', other: '{count} Header' },
  ],
  'seal.all': [
    { one: 'all {count} header', other: 'all {count} headers' },
    { one: 'alle {count} Header', other: 'alle {count} Header' },
  ],
  'seal.newest': [
    { one: 'the newest {count} header', other: 'the newest {count} headers' },
    { one: 'den neuesten {count} Header', other: 'die neuesten {count} Header' },
  ],
  'seal.since': [
    'since block {height}, for which this site vouches',
    'seit Block {height}, für den diese Website einsteht',
  ],
  'status.passed': ['Checked', 'Geprüft'],
  'status.limited': ['In part', 'Zum Teil'],
  'status.failed': ['Failed', 'Falsch'],
  'status.skipped': ['Not checked', 'Nicht geprüft'],
  'status.running': ['Checking …', 'Läuft …'],
  'panel.open': ['Details', 'Einzelheiten'],
  'panel.failed': [
    'Do not rely on this page; ask another node.',
    'Glauben Sie dieser Seite nicht; fragen Sie einen anderen Node.',
  ],
  'panel.more': ['What a browser can know', 'Was ein Browser wissen kann'],
  'panel.steps': ['Steps of the verification', 'Schritte der Prüfung'],
  'panel.further': ['Check the rest', 'Auch den Rest prüfen'],
  'panel.furtherHint': ['Fetches all bytes; that can take a while.', 'Holt alle Bytes; das kann dauern.'],
  'panel.save': ['Save proof', 'Beweis speichern'],
  'panel.again': ['Check again', 'Erneut prüfen'],
  'difference.said': ['The server said', 'Laut Server'],
  'difference.computed': ['Computed here', 'Hier berechnet'],
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
  'witness.broken': ['sent no valid chain', 'schickte keine gültige Chain'],
  'witness.unreachable': ['could not be checked: no answer', 'ließ sich nicht prüfen: keine Antwort'],
  'witness.slow': ['could not be checked: too slow', 'ließ sich nicht prüfen: zu langsam'],
  'witness.other_network': ['could not be checked: another network', 'nicht zu prüfen: anderes Netzwerk'],
  'witness.too_far': [
    'could not be checked: forks too far back',
    'nicht zu prüfen: zweigt zu weit zurück ab',
  ],
  'step.chain': ['Chain of headers', 'Kette der Header'],
  'step.header': ['Block in the chain', 'Block in der Chain'],
  'step.contents': ['Transactions, reward and fees', 'Transaktionen, Belohnung und Gebühren'],
  'step.transaction': ['Signed, and in its block', 'Signiert, und in seinem Block'],
  'step.account': ['Balance and nonce', 'Guthaben und Nonce'],
  'step.history': ['Complete history', 'Vollständiger Verlauf'],
  'step.message': ['Signature of the message', 'Signatur der Nachricht'],
  'step.server': ['Compared with the server’s answer', 'Vergleich mit der Antwort des Servers'],
  'step.witnesses': ['Other nodes', 'Andere Nodes'],
  'reason.unreachable': ['The server did not answer.', 'Der Server hat nicht geantwortet.'],
  'reason.slow': ['The server did not answer in time.', 'Der Server hat nicht rechtzeitig geantwortet.'],
  'reason.unreadable': ['The server’s answer is malformed.', 'Die Antwort des Servers ist fehlerhaft.'],
  'reason.refused': ['The server refused to answer.', 'Der Server hat die Antwort verweigert.'],
  'reason.not_supported': [
    'The server does not offer what is needed.',
    'Der Server bietet nicht, was nötig ist.',
  ],
  'reason.gone': ['The server no longer has this.', 'Der Server hat das nicht mehr.'],
  'reason.moving_tip': [
    'The chain moved meanwhile; check again.',
    'Die Chain lief weiter; prüfen Sie erneut.',
  ],
  'reason.network_unknown': [
    'This site does not know the network.',
    'Diese Website kennt das Netzwerk nicht.',
  ],
  'reason.other_network': ['The server shows another network.', 'Der Server zeigt ein anderes Netzwerk.'],
  'reason.invalid_header': [
    'The server’s chain breaks the rules.',
    'Die Chain des Servers bricht die Regeln.',
  ],
  'reason.clock_ahead': [
    'A block is more than two hours in the future: this browser’s clock or the chain is wrong.',
    'Ein Block liegt über zwei Stunden in der Zukunft: Die Uhr dieses Browsers oder die Chain ist falsch.',
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
    'The block is {count} blocks below the first header fetched: nothing links it to the chain.',
    'Der Block liegt {count} Blöcke unter dem ersten geholten Header: Nichts verbindet ihn mit der Chain.',
  ],
  'reason.large_block': [
    'A large block: only its header is checked unasked.',
    'Ein großer Block: Ungefragt nur sein Header.',
  ],
  'reason.many_transfers': ['{count} signatures were left out.', '{count} Signaturen wurden ausgelassen.'],
  'reason.size_unknown': [
    'How many transactions the block has is not proven, so the position is not either.',
    'Die Zahl der Transaktionen im Block ist nicht bewiesen, also auch nicht die Position.',
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
  'reason.proofs_unavailable': [
    'This server keeps no proofs of accounts.',
    'Dieser Server führt keine Beweise für Konten.',
  ],
  'reason.deep_page': [
    'This page takes more than {count} transactions.',
    'Diese Seite braucht mehr als {count} Transaktionen.',
  ],
} as const;

type NameAfter<Prefix extends string, Key = keyof typeof findings> = Key extends `${Prefix}.${infer Name}`
  ? Name
  : never;
export type StepId = NameAfter<'step'>;
export type ReasonCode = NameAfter<'reason'>;

export const texts = defineTexts(findings);

export const { useTranslations } = texts;

export type FindingTranslations = TranslationsOf<typeof texts>;
