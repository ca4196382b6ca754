import type { Translation } from '@cairn/ui/messages.js';
import type { states as english } from '../en/states.ts';

export const states: Translation<typeof english> = {
  'states.tryAgain': 'Erneut versuchen',
  'states.newestBlocks': 'Neueste Blöcke',
  'states.keepsTrying': 'Neuer Versuch läuft …',
  'failure.slow': 'Die Explorer-API braucht zu lange für eine Antwort',
  'failure.unreachable': 'Die Explorer-API antwortet nicht',
  'failure.unreachableText': 'Mit dem Netzwerk ist alles in Ordnung, nur die Daten lassen sich nicht laden.',
  'failure.unreadable': 'Die Antwort der Explorer-API ist nicht lesbar',
  'failure.unreadableText':
    'Es kam eine Antwort, aber keine, wie die API sie geben sollte. Ein Proxy dazwischen oder eine andere Version kann die Ursache sein.',
  'failure.refused': 'Die Explorer-API meldet einen Fehler',
  'failure.refusedText': 'Sie antwortete mit HTTP-Status {status} ({code}).',
  'failure.fault': 'Diese Seite hat einen Fehler',
  'failure.faultText':
    'Im Explorer selbst ist ein Fehler aufgetreten. Die Konsole des Browsers nennt Einzelheiten.',
  'failure.noBlock': 'Kein solcher Block',
  'failure.noBlockText': 'Die Chain dieses Nodes hat keinen Block mit dieser Höhe oder ID.',
  'failure.noTransaction': 'Noch in keinem Block',
  'failure.noTransactionText':
    'Wurde sie gerade gesendet, sollte sie in etwa einer Minute hier erscheinen. Sonst prüfen Sie die ID.',
  'failure.notBlock': 'Das bezeichnet keinen Block',
  'failure.notBlockText':
    'Einen Block findet man über seine Höhe (eine ganze Zahl unter 2³²) oder seine ID (64 hexadezimale Zeichen).',
  'failure.notTransaction': 'Das ist keine Transaktions-ID',
  'failure.notTransactionText': 'Eine Transaktions-ID hat 64 hexadezimale Zeichen.',
  'failure.notAddress': 'Das ist keine Adresse dieses Netzwerks',
  'failure.notAddressText': 'Ihre Zeichen, ihre Prüfsumme oder ihr Netzwerk passen nicht.',
  'failure.behind': 'Dieser Node holt noch auf und hat es vielleicht noch nicht.',
  'index.disabled': 'Hier nicht verfügbar',
  'index.disabledText':
    'Dieser Teil braucht den Explorer-Index des Nodes, und dieser Node läuft ohne ihn. Blöcke, Transaktionen, Guthaben und Nonces hängen nicht davon ab.',
  'index.building': 'Der Index wird aufgebaut',
  'index.buildingText':
    'Dieser Teil erscheint, sobald der Explorer-Index des Nodes aufgeholt hat. Bis er vollständig ist, wird nichts gezeigt.',
  'index.built': 'Index aufgebaut',
  'index.progress': '{indexed} von {target} Blöcken · {percent} %',
  'index.problem': 'Der Index hat ein Problem',
  'index.problemText':
    'Der Explorer-Index des Nodes ist im Moment nicht lesbar, daher fehlt dieser Teil. Blöcke, Transaktionen, Guthaben und Nonces hängen nicht davon ab.',
  'node.stopped': 'Die Explorer-API antwortet nicht mehr',
  'node.stoppedText': 'Was Sie sehen, ist vom {time}.',
  'node.behind': 'Dieser Node holt auf',
  'node.behindText':
    'Er holt noch Blöcke von seinen Peers. Der neueste Block hier ist vielleicht nicht der neueste des Netzwerks.',
  'chain.empty': 'Die Chain hat noch keinen Block',
  'chain.emptyText':
    'Der Node hinter diesem Explorer läuft, aber seine Chain wurde noch nicht begonnen. Blöcke erscheinen hier, sobald das geschehen ist.',
  'pill.unreachable': 'Keine Verbindung',
  'pill.error': 'API-Fehler',
  'pill.asking': 'Die Explorer-API wird gefragt',
  'pill.connecting': 'verbinde',
  'pill.behind': 'Der Node holt auf',
  'pill.live': 'Live',
};
