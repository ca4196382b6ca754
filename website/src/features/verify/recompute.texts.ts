import { defineTexts } from '../../site/translations.ts';

export const texts = defineTexts({
  'recompute.title': ['Recompute the chain', 'Chain nachrechnen'],
  'recompute.lead': [
    'Your browser fetches every block from the first one on, and validates it as a node does, signatures included. The state of every account is then computed here, not believed.',
    'Ihr Browser holt jeden Block vom ersten an und prüft ihn wie ein Node, mit allen Signaturen. Der Stand jedes Kontos ist dann hier berechnet, nicht geglaubt.',
  ],
  'recompute.begin': ['Recompute', 'Nachrechnen'],
  'recompute.broken': [
    'Recomputing takes WebAssembly and workers. Some browsers lack them, or switch them off, as in a lockdown mode.',
    'Das Nachrechnen braucht WebAssembly und Worker. Manchen Browsern fehlen sie, oder sie sind abgeschaltet, etwa im Blockierungsmodus.',
  ],
  'recompute.stop': ['Stop', 'Anhalten'],
  'recompute.forget': ['Delete the stored blocks', 'Gespeicherte Blöcke löschen'],
  'recompute.blocks': [
    { one: 'By the server’s word {count} block', other: 'By the server’s word {count} blocks' },
    { one: 'Laut Server {count} Block', other: 'Laut Server {count} Blöcke' },
  ],
  'recompute.cost': ['about {size} to fetch · about {duration}', 'etwa {size} zu holen · etwa {duration}'],
  'recompute.before': [
    'done up to block {height}: goes on from there, if the browser has kept the blocks',
    'bis Block {height} getan: geht dort weiter, wenn der Browser die Blöcke behalten hat',
  ],
  'recompute.progress': ['Recomputed blocks', 'Nachgerechnete Blöcke'],
  'recompute.running': ['Block {height} of {target}', 'Block {height} von {target}'],
  'recompute.done': [
    'Up to block {height}: every balance and nonce at this block follows from blocks that this browser validated. New blocks are followed while this page is open.',
    'Bis Block {height}: Jedes Guthaben und jede Nonce an diesem Block folgt aus Blöcken, die dieser Browser geprüft hat. Neuen Blöcken folgt er, solange diese Seite offen ist.',
  ],
});

export const { useTranslations } = texts;
