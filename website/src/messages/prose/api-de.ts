import type { Translation } from '@cairn/ui/messages.js';
import type { apiProse as english } from './api-en.ts';

export const apiProse: Translation<typeof english> = {
  'api.lead':
    'Alles auf dieser Website kommt aus einer öffentlichen HTTP-API, die nur gelesen werden kann. Sie braucht keinen Schlüssel, nimmt nur GET an und erlaubt Anfragen von jeder Website (CORS).',
  'api.where': 'Adresse und Dokumentation',
  'api.base': 'Basisadresse',
  'api.contract': 'OpenAPI-Beschreibung',
  'api.docs': 'Dokumentation zum Ausprobieren',
  'api.docsRead': 'Dokumentation zum Lesen',
  'api.none':
    'Dieser Build ist mit keiner API verbunden, deshalb gibt es keine Adresse zu zeigen. Die Routen sind überall dieselben.',
  'api.examples': 'Beispiele',
  'api.routes': 'Routen',
  'api.routesLead':
    'Der Kern kommt aus den Blockdateien des Nodes und antwortet immer. Was den Index braucht, antwortet mit 503 und einem eigenen Code, bis der Index bereit ist: Das ist nie eine leere Liste.',
  'api.route': 'Route',
  'api.gives': 'Liefert',
  'api.needs': 'Braucht',
  'api.core': 'Blöcke',
  'api.indexed': 'Index',
  'api.rules': 'Gut zu wissen',
  'api.amounts':
    'Beträge sind dezimale Zeichenketten in Pebbles (1 CRN = 100.000.000 Pebbles). Lesen Sie sie als ganze Zahlen beliebiger Größe, nie als Gleitkommazahlen.',
  'api.paging':
    'Geben Sie {nextHeight} als {beforeHeight} weiter; dann verrutschen die Seiten der Blockliste nicht, während die Chain wächst. Andere Listen nehmen {limit} (1 bis 100) und {offset}.',
  'api.depth':
    'Das Feld {confirmations} sagt, wie tief ein Block im Chain-Verlauf eines Nodes liegt, den Block selbst mitgezählt. Das ist keine Endgültigkeit.',
  'api.cache':
    'Antworten tragen ein {etag}; senden Sie es als {ifNoneMatch} zurück, und Sie erhalten 304, solange sich nichts geändert hat.',
  'api.errors':
    'Fehler sind JSON mit einem festen Code in {error}. Verzweigen Sie nach dem Code, nicht nach dem Text.',
  'route.health': 'Ob der Prozess antwortet',
  'route.status': 'Spitze, Node und Index',
  'route.features': 'Welche Teile eingeschaltet sind',
  'route.listBlocks': 'Neueste Blöcke',
  'route.getBlock': 'Ein Block, nach Höhe oder ID',
  'route.listBlockTransactions': 'Transaktionen eines Blocks',
  'route.getTransaction': 'Eine bestätigte Transaktion',
  'route.getAddress': 'Bestätigtes Guthaben und Nonce',
  'route.listTransactions': 'Alle bestätigten Transaktionen',
  'route.listAddresses': 'Adressen nach Guthaben',
  'route.listAddressTransactions': 'Ganzer Verlauf einer Adresse',
  'route.getStats': 'Anzahlen und Summen über die Chain',
  'route.getRawBlock': 'Die Bytes eines Blocks',
  'route.getHeaders': 'Blockköpfe der Kette als Bytes',
  'route.listStaleBlocks': 'Blöcke neben der Kette',
  'route.search': 'Was mit den ersten Zeichen einer ID oder Adresse beginnt',
  'route.getSeries': 'Die Kette nach Stunden, Tagen oder Wochen',
  'route.listMiners': 'Miner der neuesten Blöcke',
  'route.getMiner': 'Was eine Adresse gemint hat',
  'route.listMinerBlocks': 'Blöcke eines Miners',
  'route.getTransactionProof': 'Merkle-Beweis einer Transaktion',
  'route.events': 'Neue Blöcke, sobald es sie gibt',
};
