import { defineTexts } from '../../site/translations.ts';

export const texts = defineTexts({
  'api.description': [
    'The public, read-only API behind this explorer: its address, its routes and examples.',
    'Die öffentliche, nur lesende API hinter diesem Explorer: Adresse, Routen und Beispiele.',
  ],
  'api.lead': [
    'Everything on this site comes from one public, read-only HTTP API. It needs no key, accepts only GET, and allows requests from any website (CORS).',
    'Alles auf dieser Website kommt aus einer öffentlichen HTTP-API, die nur gelesen werden kann. Sie braucht keinen Schlüssel, nimmt nur GET an und erlaubt Anfragen von jeder Website (CORS).',
  ],
  'api.where': ['Address and documentation', 'Adresse und Dokumentation'],
  'api.base': ['Base address', 'Basisadresse'],
  'api.contract': ['OpenAPI description', 'OpenAPI-Beschreibung'],
  'api.docs': ['Interactive documentation', 'Dokumentation zum Ausprobieren'],
  'api.docsRead': ['Reference documentation', 'Dokumentation zum Lesen'],
  'api.none': [
    'This build is connected to no API, so there is no address to show. The routes are the same everywhere.',
    'Dieser Build ist mit keiner API verbunden, deshalb gibt es keine Adresse zu zeigen. Die Routen sind überall dieselben.',
  ],
  'api.examples': ['Examples', 'Beispiele'],
  'api.response': ['Response of this node', 'Antwort dieses Nodes'],
  'api.routes': ['Routes', 'Routen'],
  'api.routesLead': [
    'The core routes read the node’s block files and always answer. Routes that need the index answer 503 with their own code until the index is ready: do not treat that as an empty list.',
    'Die Kernrouten lesen die Blockdateien des Nodes und antworten immer. Routen, die den Index brauchen, antworten mit 503 und einem eigenen Code, bis der Index bereit ist: Werten Sie das nicht als leere Liste.',
  ],
  'api.route': ['Route', 'Route'],
  'api.gives': ['Returns', 'Liefert'],
  'api.needs': ['Needs', 'Braucht'],
  'api.core': ['blocks', 'Blöcke'],
  'api.indexed': ['index', 'Index'],
  'api.rules': ['Good to know', 'Gut zu wissen'],
  'route.health': ['Answers while the process is running', 'Antwortet, solange der Prozess läuft'],
  'route.status': ['Tip, node and index', 'Spitze, Node und Index'],
  'route.features': ['Enabled parts of the API', 'Eingeschaltete Teile der API'],
  'route.listBlocks': ['Newest blocks', 'Neueste Blöcke'],
  'route.getBlock': ['One block, by height or ID', 'Ein Block, nach Höhe oder ID'],
  'route.listBlockTransactions': ['Transactions of a block', 'Transaktionen eines Blocks'],
  'route.getTransaction': ['One confirmed transaction', 'Eine bestätigte Transaktion'],
  'route.getAddress': ['Confirmed balance and nonce', 'Bestätigtes Guthaben und Nonce'],
  'route.listTransactions': ['All confirmed transactions', 'Alle bestätigten Transaktionen'],
  'route.listAddresses': ['Addresses ranked by balance', 'Adressen nach Guthaben'],
  'route.listAddressTransactions': ['Whole history of an address', 'Ganzer Verlauf einer Adresse'],
  'route.getStats': ['Counts and sums over the chain', 'Anzahlen und Summen über die Chain'],
  'route.getRawBlock': ['A block’s bytes', 'Die Bytes eines Blocks'],
  'route.getBlockAt': ['The newest block at a given time', 'Der neueste Block zu einer Zeit'],
  'route.getFees': ['Fees of recent transfers', 'Gebühren neuerer Überweisungen'],
  'route.getHeaders': ['Headers of the chain as bytes', 'Header der Chain als Bytes'],
  'route.listStaleBlocks': ['Stale blocks', 'Verwaiste Blöcke'],
  'route.search': [
    'IDs and addresses that begin with given characters',
    'IDs und Adressen, die mit bestimmten Zeichen beginnen',
  ],
  'route.getSeries': [
    'Figures of the chain by hour, day or week',
    'Zahlen der Chain nach Stunde, Tag oder Woche',
  ],
  'route.listMiners': ['Miners of the newest blocks', 'Miner der neuesten Blöcke'],
  'route.getMiner': ['Totals of one miner', 'Summen eines Miners'],
  'route.listMinerBlocks': ['Blocks of a miner', 'Blöcke eines Miners'],
  'route.getAddressProof': [
    'Proof of a balance and of a complete history',
    'Beweis eines Guthabens und einer vollständigen Historie',
  ],
  'route.getAddressRank': ['Rank and sums of an address', 'Rang und Summen einer Adresse'],
  'route.getTransactionProof': ['Merkle proof of a transaction', 'Merkle-Beweis einer Transaktion'],
  'route.events': ['Event stream of new blocks', 'Ereignisstrom mit neuen Blöcken'],
  'api.amounts': [
    'Amounts are decimal strings of pebbles (1 CRN = 100,000,000 pebbles). Read them as whole numbers of any size, never as floating point.',
    'Beträge sind dezimale Zeichenketten in Pebbles (1 CRN = 100.000.000 Pebbles). Lesen Sie sie als ganze Zahlen beliebiger Größe, nie als Gleitkommazahlen.',
  ],
  'api.paging': [
    'Pass {nextHeight} as {beforeHeight} for block pages that do not shift while the chain grows. Other lists take {limit} (1 to 100) and {offset}.',
    'Geben Sie {nextHeight} als {beforeHeight} weiter; dann verrutschen die Seiten der Blockliste nicht, während die Chain wächst. Andere Listen nehmen {limit} (1 bis 100) und {offset}.',
  ],
  'api.depth': [
    'The field {confirmations} counts how deep a block is in one node’s chain, the block itself included. That is not finality.',
    'Das Feld {confirmations} zählt, wie tief ein Block in der Chain eines Nodes liegt, den Block selbst mitgezählt. Das garantiert keine Endgültigkeit.',
  ],
  'api.cache': [
    'Responses have an {etag}; send it back as {ifNoneMatch} to get status 304 while nothing has changed.',
    'Antworten haben ein {etag}; senden Sie es als {ifNoneMatch} zurück, um Status 304 zu erhalten, solange sich nichts geändert hat.',
  ],
  'api.errors': [
    'Errors are JSON with a stable code in {error}. Branch on the code, not on the message.',
    'Fehler sind JSON mit einem festen Code in {error}. Verzweigen Sie nach dem Code, nicht nach dem Text.',
  ],
});

export const { translationsFor, useTranslations } = texts;
