import { createTexts } from '@cairn/ui/messages.js';

export const texts = createTexts({
  title: ['Cairn in a tab', 'Cairn in einem Tab'],
  explorer: ['Explorer', 'Explorer'],
  wallet: ['Wallet', 'Wallet'],
  lead: [
    'A chain with miner, explorer and wallet starts in this tab. Nothing is installed, nothing is sent.',
    'In diesem Tab startet eine Chain mit Miner, Explorer und Wallet. Nichts wird installiert, nichts gesendet.',
  ],
  opening: ['Starting', 'Startet'],
  reading: ['Reading the chain, {percent} %', 'Chain wird gelesen, {percent} %'],
  block: ['Block {height}', 'Block {height}'],
  here: ['lives in this tab, nothing is sent', 'lebt in diesem Tab, nichts wird gesendet'],
  fleeting: ['lives in this tab until it is reloaded', 'lebt in diesem Tab, bis er neu geladen wird'],
  lost: [
    {
      one: '{count} damaged block is lost, goes on from what is whole',
      other: '{count} damaged blocks are lost, goes on from what is whole',
    },
    {
      one: '{count} beschädigter Block ist verloren, läuft ab dem letzten ganzen weiter',
      other: '{count} beschädigte Blöcke sind verloren, läuft ab dem letzten ganzen weiter',
    },
  ],
  chain: ['The chain', 'Die Chain'],
  there: [
    'lives in another tab, and goes on here when that is closed',
    'lebt in einem anderen Tab und läuft hier weiter, wenn er geschlossen wird',
  ],
  noChain: ['No chain', 'Keine Chain'],

  'failed.unsupported': ['This browser cannot hold a chain', 'Dieser Browser kann keine Chain halten'],
  'failed.full': ['There is no room for another block', 'Für einen weiteren Block ist kein Platz'],
  'failed.other_version': [
    'The stored chain is of another version of Cairn',
    'Die gespeicherte Chain gehört zu einer anderen Version von Cairn',
  ],
  'failed.damaged': ['The stored chain cannot be read', 'Die gespeicherte Chain ist nicht lesbar'],
  'failed.broken': ['The chain has stopped', 'Die Chain ist stehen geblieben'],
  brokenText: [
    '{what}. A reload goes on from the blocks that are whole.',
    '{what}. Nach dem Neuladen läuft sie ab dem letzten ganzen Block weiter.',
  ],
  reload: ['Reload', 'Neu laden'],
  unsupportedText: [
    'It lacks: {what}. A private window often does; a current Chrome, Edge, Firefox or Safari over https does not.',
    'Ihm fehlt: {what}. In privaten Fenstern ist das häufig so, in aktuellem Chrome, Edge, Firefox oder Safari mit https nicht.',
  ],
  again: ['Start again', 'Neu beginnen'],
  remove: ['Remove and start again', 'Entfernen und neu beginnen'],
  keep: ['Keep it', 'Behalten'],

  menu: ['This chain', 'Diese Chain'],
  pace: ['New block every', 'Neuer Block alle'],
  seconds: ['{count} s', '{count} s'],
  never: ['paused', 'Pause'],
  controls: ['Mine and reorganize by hand', 'Von Hand minen und reorganisieren'],
  limits: ['What a tab cannot do', 'Was ein Tab nicht kann'],
  'limits.alone': [
    'It has no peers, and no other program can ask it: for that, run “npx cairn-chain dev”.',
    'Er hat keine Peers, und kein anderes Programm kann ihn fragen: Dafür gibt es „npx cairn-chain dev“.',
  ],
  'limits.closed': [
    'The chain stands still while the tab is closed, and goes on when it is opened again.',
    'Die Chain steht still, solange der Tab geschlossen ist, und läuft weiter, wenn er wieder geöffnet wird.',
  ],
  'limits.cleared': [
    'The browser keeps the chain like other data of a site: clearing that removes it.',
    'Der Browser behält die Chain wie andere Daten einer Website: Wer sie löscht, entfernt auch die Chain.',
  ],
  'limits.worthless': [
    'Its coins have no value: everyone’s tab has a chain of its own.',
    'Ihre Coins haben keinen Wert: Jeder Tab hat seine eigene Chain.',
  ],
});

export const { useTranslations } = texts;
