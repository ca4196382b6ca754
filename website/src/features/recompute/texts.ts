import { CHAIN_REASONS } from '../../site/chain-reasons.ts';
import { defineTexts } from '../../site/translations.ts';

export const texts = defineTexts({
  ...CHAIN_REASONS,
  'recompute.title': ['Recompute the chain', 'Chain nachrechnen'],
  'recompute.lead': [
    'Your browser fetches every block from the first one on, and validates it as a node does, signatures included. The state of every account is then computed here, not believed.',
    'Ihr Browser holt jeden Block vom ersten an und prüft ihn wie ein Node, mit allen Signaturen. Der Stand jedes Kontos ist dann hier berechnet, nicht geglaubt.',
  ],
  'recompute.begin': ['Recompute', 'Nachrechnen'],
  'recompute.stop': ['Stop', 'Anhalten'],
  'recompute.goOn': ['Go on', 'Weiter'],
  'recompute.forget': ['Delete the stored blocks', 'Gespeicherte Blöcke löschen'],
  'recompute.blocks': [
    { one: 'By the server’s word {count} block', other: 'By the server’s word {count} blocks' },
    { one: 'Laut Server {count} Block', other: 'Laut Server {count} Blöcke' },
  ],
  'recompute.cost': ['about {size} to fetch · about {duration}', 'etwa {size} zu holen · etwa {duration}'],
  'recompute.before': ['done up to block {height}', 'bis Block {height} getan'],
  'recompute.opening': ['Reading what is recomputed already …', 'Liest, was schon nachgerechnet ist …'],
  'recompute.progress': ['Recomputed blocks', 'Nachgerechnete Blöcke'],
  'recompute.running': ['Block {height} of {target}', 'Block {height} von {target}'],
  'recompute.work': ['{hashes} hashes of work', '{hashes} Hashes Arbeit'],
  'recompute.done': ['State recomputed in this browser', 'Stand in diesem Browser nachgerechnet'],
  'recompute.doneText': [
    'Up to block {height}: every balance and nonce at this block follows from blocks that this browser validated. New blocks are followed while this page is open.',
    'Bis Block {height}: Jedes Guthaben und jede Nonce an diesem Block folgt aus Blöcken, die dieser Browser geprüft hat. Neuen Blöcken folgt er, solange diese Seite offen ist.',
  ],
  'recompute.devnet': [
    'A devnet: its blocks cost nothing, so anyone can write another chain.',
    'Ein Devnet: Seine Blöcke kosten nichts, also kann jeder eine andere Chain schreiben.',
  ],
  'recompute.until': [
    'Up to block {height}, the state is recomputed.',
    'Bis Block {height} ist der Stand nachgerechnet.',
  ],
  'recompute.wrong': ['Block {height} breaks a rule', 'Block {height} bricht eine Regel'],
  'recompute.broken': [
    'The program that recomputes could not be loaded, or this browser runs no WebAssembly.',
    'Das Programm ließ sich nicht laden, oder dieser Browser führt kein WebAssembly aus.',
  ],
  'reason.moving': [
    'The server’s chain changes faster than it can be read.',
    'Die Chain des Servers ändert sich schneller, als sie sich lesen lässt.',
  ],
  'reason.other_branch': [
    'The server shows another branch, with no more work than the one recomputed here.',
    'Der Server zeigt einen anderen Zweig, der nicht mehr Arbeit hat als der hier nachgerechnete.',
  ],
  'reason.empty': ['The server’s chain has no block yet.', 'Die Chain des Servers hat noch keinen Block.'],
  'reason.elsewhere': [
    'Another tab of this site is recomputing.',
    'Ein anderer Tab dieser Website rechnet nach.',
  ],
  'reason.full': [
    'The browser has no room for another block.',
    'Der Browser hat keinen Platz für einen weiteren Block.',
  ],
  'reason.unwritable': ['The browser cannot write a block.', 'Der Browser kann keinen Block schreiben.'],
});

export const { useTranslations } = texts;
