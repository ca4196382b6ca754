import { defineTexts } from '../../site/translations.ts';

export const texts = defineTexts({
  en: {
    'api.language': 'Language of the examples',
    'api.title': 'API',
    'api.description':
      'The public, read-only API behind this explorer: its address, its routes and examples.',
    'api.lead':
      'Everything on this site comes from one public, read-only HTTP API. It needs no key, accepts only GET, and allows requests from any website (CORS).',
    'api.where': 'Address and documentation',
    'api.base': 'Base address',
    'api.contract': 'OpenAPI description',
    'api.docs': 'Interactive documentation',
    'api.docsRead': 'Reference documentation',
    'api.none':
      'This build is connected to no API, so there is no address to show. The routes are the same everywhere.',
    'api.examples': 'Examples',
    'api.response': 'Response of this node',
    'api.routes': 'Routes',
    'api.routesLead':
      'The core routes read the node’s block files and always answer. Routes that need the index answer 503 with their own code until the index is ready: do not treat that as an empty list.',
    'api.route': 'Route',
    'api.gives': 'Returns',
    'api.needs': 'Needs',
    'api.core': 'blocks',
    'api.indexed': 'index',
    'api.rules': 'Good to know',
    'route.health': 'Answers while the process is running',
    'route.status': 'Tip, node and index',
    'route.features': 'Enabled parts of the API',
    'route.listBlocks': 'Newest blocks',
    'route.getBlock': 'One block, by height or ID',
    'route.listBlockTransactions': 'Transactions of a block',
    'route.getTransaction': 'One confirmed transaction',
    'route.getAddress': 'Confirmed balance and nonce',
    'route.listTransactions': 'All confirmed transactions',
    'route.listAddresses': 'Addresses ranked by balance',
    'route.listAddressTransactions': 'Whole history of an address',
    'route.getStats': 'Counts and sums over the chain',
    'route.getRawBlock': 'A block’s bytes',
    'route.getBlockAt': 'The newest block at a given time',
    'route.getFees': 'Fees of recent transfers',
    'route.getHeaders': 'Headers of the chain as bytes',
    'route.listStaleBlocks': 'Stale blocks',
    'route.search': 'IDs and addresses that begin with given characters',
    'route.getSeries': 'Figures of the chain by hour, day or week',
    'route.listMiners': 'Miners of the newest blocks',
    'route.getMiner': 'Totals of one miner',
    'route.listMinerBlocks': 'Blocks of a miner',
    'route.getAddressProof': 'Proof of a balance and of a complete history',
    'route.getTransactionProof': 'Merkle proof of a transaction',
    'route.events': 'Event stream of new blocks',
    'api.amounts':
      'Amounts are decimal strings of pebbles (1 CRN = 100,000,000 pebbles). Read them as whole numbers of any size, never as floating point.',
    'api.paging':
      'Pass {nextHeight} as {beforeHeight} for block pages that do not shift while the chain grows. Other lists take {limit} (1 to 100) and {offset}.',
    'api.depth':
      'The field {confirmations} counts how deep a block is in one node’s chain, the block itself included. That is not finality.',
    'api.cache':
      'Responses have an {etag}; send it back as {ifNoneMatch} to get status 304 while nothing has changed.',
    'api.errors': 'Errors are JSON with a stable code in {error}. Branch on the code, not on the message.',
  },
  de: {
    'api.language': 'Sprache der Beispiele',
    'api.title': 'API',
    'api.description':
      'Die öffentliche, nur lesende API hinter diesem Explorer: Adresse, Routen und Beispiele.',
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
    'api.response': 'Antwort dieses Nodes',
    'api.routes': 'Routen',
    'api.routesLead':
      'Die Kernrouten lesen die Blockdateien des Nodes und antworten immer. Routen, die den Index brauchen, antworten mit 503 und einem eigenen Code, bis der Index bereit ist: Werten Sie das nicht als leere Liste.',
    'api.route': 'Route',
    'api.gives': 'Liefert',
    'api.needs': 'Braucht',
    'api.core': 'Blöcke',
    'api.indexed': 'Index',
    'api.rules': 'Gut zu wissen',
    'route.health': 'Antwortet, solange der Prozess läuft',
    'route.status': 'Spitze, Node und Index',
    'route.features': 'Eingeschaltete Teile der API',
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
    'route.getBlockAt': 'Der neueste Block zu einer Zeit',
    'route.getFees': 'Gebühren neuerer Überweisungen',
    'route.getHeaders': 'Header der Chain als Bytes',
    'route.listStaleBlocks': 'Verwaiste Blöcke',
    'route.search': 'IDs und Adressen, die mit bestimmten Zeichen beginnen',
    'route.getSeries': 'Zahlen der Chain nach Stunde, Tag oder Woche',
    'route.listMiners': 'Miner der neuesten Blöcke',
    'route.getMiner': 'Summen eines Miners',
    'route.listMinerBlocks': 'Blöcke eines Miners',
    'route.getAddressProof': 'Beweis eines Guthabens und einer vollständigen Historie',
    'route.getTransactionProof': 'Merkle-Beweis einer Transaktion',
    'route.events': 'Ereignisstrom mit neuen Blöcken',
    'api.amounts':
      'Beträge sind dezimale Zeichenketten in Pebbles (1 CRN = 100.000.000 Pebbles). Lesen Sie sie als ganze Zahlen beliebiger Größe, nie als Gleitkommazahlen.',
    'api.paging':
      'Geben Sie {nextHeight} als {beforeHeight} weiter; dann verrutschen die Seiten der Blockliste nicht, während die Chain wächst. Andere Listen nehmen {limit} (1 bis 100) und {offset}.',
    'api.depth':
      'Das Feld {confirmations} zählt, wie tief ein Block in der Chain eines Nodes liegt, den Block selbst mitgezählt. Das garantiert keine Endgültigkeit.',
    'api.cache':
      'Antworten haben ein {etag}; senden Sie es als {ifNoneMatch} zurück, um Status 304 zu erhalten, solange sich nichts geändert hat.',
    'api.errors':
      'Fehler sind JSON mit einem festen Code in {error}. Verzweigen Sie nach dem Code, nicht nach dem Text.',
  },
});

export const { translationsFor, useTranslations } = texts;
