import { defineTexts, type TranslationsOf } from '../../site/translations.ts';

export const texts = defineTexts({
  'network.description': [
    'The node behind the explorer, the rules of its network, its difficulty and competing blocks.',
    'Der Node hinter dem Explorer, die Regeln seines Netzwerks, die Schwierigkeit und verwaiste Blöcke.',
  ],
  'network.lead': [
    'The node behind this explorer, the rules that it follows, and the branches that lost.',
    'Der Node hinter diesem Explorer, seine Regeln und die unterlegenen Zweige.',
  ],
  'network.witnesses': ['Other nodes', 'Andere Nodes'],
  'network.chainId': ['Chain {id}', 'Chain {id}'],
  'network.tipAge': ['Newest block', 'Neuester Block'],
  'network.node': ['Node', 'Node'],
  'network.nodeReady': ['Ready', 'Bereit'],
  'network.nodeBehind': ['Catching up', 'Holt auf'],
  'network.nodeNotStarted': ['Not started', 'Nicht begonnen'],
  'network.nodeReadyNote': ['It knows of no newer block', 'Er kennt keinen neueren Block'],
  'network.nodeBehindNote': ['Still fetching blocks from its peers', 'Holt noch Blöcke von seinen Peers'],
  'network.nodeNotStartedNote': ['Its chain has no block yet', 'Seine Chain hat noch keinen Block'],
  'network.index': ['Index', 'Index'],
  'network.indexDisabled': ['Off', 'Aus'],
  'network.indexBuilding': ['Building', 'Im Aufbau'],
  'network.indexError': ['Error', 'Fehler'],
  'network.indexed': ['Indexed to block {height}', 'Indiziert bis Block {height}'],
  'network.lag': [
    { one: '{count} block behind', other: '{count} blocks behind' },
    { one: '{count} Block zurück', other: '{count} Blöcke zurück' },
  ],
  'network.moved': ['This devnet was changed by hand', 'Dieses Devnet wurde von Hand verändert'],
  'network.fork': [
    'This is a fork of {network} at block {height}',
    'Das ist ein Fork von {network} ab Block {height}',
  ],
  'network.forkText': [
    'Up to that block history and balances are those of {network}; what came later is a devnet’s own, which no other node knows.',
    'Bis zu diesem Block sind Verlauf und Guthaben die von {network}; was danach kam, gehört zu einem Devnet, das kein anderer Node kennt.',
  ],
  'network.movedClock': [
    'The clock of its node is offset by {duration}. Times on these pages are those of the blocks.',
    'Die Uhr seines Nodes ist um {duration} verstellt. Zeiten auf diesen Seiten sind die der Blöcke.',
  ],
  'network.rewound': [
    {
      one: 'Its chain was rewound once since the node started: blocks that pages showed before may be gone.',
      other:
        'Its chain was rewound {count} times since the node started: blocks that pages showed before may be gone.',
    },
    {
      one: 'Seine Chain wurde seit dem Start des Nodes einmal zurückgesetzt: Blöcke, die Seiten zuvor zeigten, gibt es vielleicht nicht mehr.',
      other:
        'Seine Chain wurde seit dem Start des Nodes {count}-mal zurückgesetzt: Blöcke, die Seiten zuvor zeigten, gibt es vielleicht nicht mehr.',
    },
  ],
  'network.parameters': ['The network’s rules', 'Regeln des Netzwerks'],
  'network.spacing': ['Block interval', 'Blockabstand'],
  'network.spacingNote': [
    'Target; blocks on devnet can come at any pace',
    'Ziel; im Devnet kommen Blöcke in beliebigem Abstand',
  ],
  'network.retarget': ['Difficulty', 'Schwierigkeit'],
  'network.retargetAsert': [
    'Adjusted with each block (ASERT, half-life {duration})',
    'Mit jedem Block angepasst (ASERT, Halbwertszeit {duration})',
  ],
  'network.retargetConstant': ['Constant', 'Gleichbleibend'],
  'network.genesis': ['First block', 'Erster Block'],
  'network.prefix': ['Addresses begin with', 'Adressen beginnen mit'],
  'network.work': ['Expected work per block', 'Erwartete Arbeit je Block'],
  'network.target': ['Target (bits)', 'Ziel (Bits)'],
  'network.overTime': ['Over time', 'Im Zeitverlauf'],
  'stale.lead': [
    'Valid blocks that lost to a branch with more work. Their transfers are in other blocks or pending again.',
    'Gültige Blöcke, die einem Zweig mit mehr Arbeit unterlagen. Ihre Überweisungen stehen in anderen Blöcken oder warten wieder.',
  ],
  'stale.none': ['No competing blocks so far', 'Bisher keine verwaisten Blöcke'],
  'stale.instead': ['In the chain instead', 'Stattdessen in der Chain'],
});

export const { translationsFor, useTranslations } = texts;

export type Translations = TranslationsOf<typeof texts>;
