/**
 * A room of the repository (docs/ARCHITECTURE.md), and the rooms that it may import. It may always import itself and
 * npm packages; every other import is forbidden.
 */
export interface Room {
  readonly name: string;
  /** Regular expression for the paths of the room's files, from the root. */
  readonly files: string;
  /** Names of the rooms that it may import. */
  readonly mayImport: readonly string[];
}

/** Of `packages/chain`, from what it stores to what a devnet does with it. */
const CHAIN_ROOMS = [
  'runtime',
  'chain-storage',
  'chain',
  'mempool',
  'miner',
  'chain-projection',
  'fetch',
  'explorer',
  'rpc',
  'devnet',
  'memory',
  'chain-tests',
];
const CHAIN_LAYER = [...CHAIN_ROOMS, 'home', 'projection'];
const SERVICE_LAYER = ['explorer-api', 'local-rpc', 'p2p', 'mining'];
const PACKAGES = ['protocol', 'api', 'wallet', 'ui', 'token-file'];
const WEBSITE_PACKAGES = ['protocol', 'api', 'ui', 'records'];
const NODE_PACKAGES = ['protocol', 'api', 'http', 'token-file'];
/** Rooms that `node/src/node.ts` and the commands combine. */
const NODE_ROOMS = [
  ...SERVICE_LAYER,
  'metrics',
  'devnet-control',
  'postgres',
  ...CHAIN_LAYER,
  'startup',
  ...NODE_PACKAGES,
];
/** Files of `packages/chain` but tests. */
const chainRoom = (beginning: string): string =>
  `^packages/chain/src/${beginning}((?!\\.test\\.|test-support).)*$`;

export const ROOMS: readonly Room[] = [
  // The list of what each build contains, which all bundlers write.
  { name: 'bundled', files: '^scripts/lib/bundled-packages\\.ts$', mayImport: [] },
  { name: 'protocol', files: '^packages/protocol/', mayImport: ['bundled'] },
  { name: 'token-file', files: '^packages/token-file/', mayImport: [] },
  { name: 'api', files: '^packages/api/', mayImport: ['protocol', 'bundled'] },
  // The chain as a value: it knows no home (architecture.test.ts).
  {
    name: 'runtime',
    files: '^packages/chain/(src/(runtime|seeded-random)|globals\\.d)\\.ts$',
    mayImport: [],
  },
  { name: 'chain-storage', files: chainRoom('storage/'), mayImport: ['runtime', 'protocol'] },
  {
    name: 'chain',
    files: chainRoom('(chain/|home|index)'),
    mayImport: ['runtime', 'chain-storage', 'protocol', 'api'],
  },
  {
    name: 'mempool',
    files: chainRoom('mempool/'),
    mayImport: ['runtime', 'chain-storage', 'chain', 'protocol', 'api'],
  },
  { name: 'miner', files: chainRoom('miner/'), mayImport: ['runtime', 'chain', 'mempool', 'protocol'] },
  {
    name: 'explorer',
    files: chainRoom('explorer/'),
    mayImport: ['runtime', 'chain', 'chain-projection', 'protocol', 'api'],
  },
  { name: 'fetch', files: chainRoom('fetch/'), mayImport: ['runtime', 'api'] },
  {
    name: 'rpc',
    files: chainRoom('rpc/'),
    mayImport: ['runtime', 'chain', 'mempool', 'explorer', 'fetch', 'protocol', 'api'],
  },
  {
    name: 'chain-projection',
    files: chainRoom('projection/'),
    mayImport: ['runtime', 'chain', 'protocol', 'api'],
  },
  {
    name: 'devnet',
    files: chainRoom('devnet/'),
    mayImport: ['runtime', 'chain-storage', 'chain', 'mempool', 'miner', 'fetch', 'protocol', 'api'],
  },
  // Composes them all.
  { name: 'memory', files: chainRoom('memory/'), mayImport: [...CHAIN_ROOMS, 'protocol', 'api'] },
  {
    name: 'chain-tests',
    files: '^packages/chain/src/.*(\\.test|test-support)\\.ts$',
    mayImport: [...CHAIN_ROOMS, 'protocol', 'api', 'http'],
  },
  // The home of a chain in a browser tab.
  {
    name: 'tab',
    files: '^packages/tab/',
    mayImport: [...CHAIN_ROOMS, 'protocol', 'api'],
  },
  { name: 'http', files: '^packages/http/', mayImport: ['api'] },
  { name: 'wallet', files: '^packages/wallet/', mayImport: ['protocol', 'api'] },
  // Its tests have a chain.
  {
    name: 'sdk',
    files: '^packages/sdk/',
    mayImport: ['protocol', 'api', 'wallet', 'bundled', 'suite', 'testkit'],
  },
  { name: 'examples', files: '^examples/', mayImport: ['sdk', 'protocol'] },
  // What the website uses of the wallet package too: label files and payment requests.
  {
    name: 'records',
    files: '^packages/wallet/src/(records/(labels-file|payment-request)|clean-text)\\.ts$',
    mayImport: ['protocol'],
  },
  { name: 'ui', files: '^packages/ui/', mayImport: ['protocol'] },
  // What a page says of its proof, which tests of pages read with and without a browser.
  { name: 'proof-marks', files: '^packages/testkit/src/proof-marks\\.ts$', mayImport: [] },
  // Starts the apps as processes.
  { name: 'suite', files: '^packages/suite/', mayImport: ['memory', 'chain-storage', 'protocol', 'api'] },
  {
    name: 'testkit',
    files: '^packages/testkit/',
    mayImport: ['runtime', 'memory', 'protocol', 'api', 'suite', 'bundled'],
  },
  // Bundles the apps (packages/cairn/tsdown.config.mjs), and imports none; its tests start the node's PostgreSQL.
  { name: 'cairn', files: '^packages/cairn/', mayImport: ['scripts', 'suite', 'node-tests'] },
  // What the launchers of the package and of the checkout share.
  { name: 'launch', files: '^packages/cairn/bin/launch\\.mjs$', mayImport: [] },
  { name: 'startup', files: '^node/src/startup/', mayImport: NODE_PACKAGES },
  // Where the chain lives: files, threads, clocks.
  { name: 'home', files: '^node/src/home/', mayImport: [...CHAIN_ROOMS, 'startup', ...NODE_PACKAGES] },
  {
    name: 'projection',
    files: '^node/src/projection/',
    mayImport: [...CHAIN_ROOMS, 'home', 'startup', ...NODE_PACKAGES],
  },
  {
    name: 'metrics',
    files: '^node/src/metrics/',
    mayImport: [...CHAIN_LAYER, 'startup', ...NODE_PACKAGES],
  },
  // They count what they do.
  ...SERVICE_LAYER.map((name) => ({
    name,
    files: `^node/src/${name === 'mining' ? 'miner' : name}/`,
    mayImport: ['metrics', ...CHAIN_LAYER, 'startup', ...NODE_PACKAGES],
  })),
  // Mines with the miner's code.
  {
    name: 'devnet-control',
    files: '^node/src/devnet-control/',
    mayImport: [...CHAIN_LAYER, 'startup', ...NODE_PACKAGES],
  },
  // `node/src` imports its `index.ts` only if a PostgreSQL database is configured (architecture.test.ts).
  {
    name: 'postgres',
    files: '^node/postgres/[^/]+$',
    mayImport: [...CHAIN_LAYER, 'explorer-api', 'startup', 'node', ...NODE_PACKAGES],
  },
  // The command-line wallet.
  {
    name: 'node-wallet',
    files: '^node/src/wallet/',
    mayImport: ['wallet', 'chain-storage', 'home', 'startup', ...NODE_PACKAGES],
  },
  // `cairn dev` is the suite's command.
  {
    name: 'node',
    files: '^node/(bin|src/(commands/|[^/]+\\.ts$))',
    mayImport: ['launch', 'suite', 'wallet', 'node-wallet', ...NODE_ROOMS],
  },
  {
    name: 'node-tests',
    files: '^node/(test|postgres/test)/',
    mayImport: ['node', ...NODE_ROOMS, 'suite', 'wallet'],
  },
  { name: 'gateway', files: '^gateway/(src|bin|test)/', mayImport: ['launch', ...NODE_PACKAGES] },
  // The wallet page, from what every feature uses to the page itself (architecture.test.ts adds rules on features).
  { name: 'wallet-store', files: '^gateway/wallet/src/model/((?!\\.test\\.).)*$', mayImport: PACKAGES },
  {
    name: 'wallet-shared',
    files: '^gateway/wallet/src/shared/((?!\\.test\\.).)*$',
    mayImport: ['wallet-store', ...PACKAGES],
  },
  {
    name: 'wallet-features',
    files: '^gateway/wallet/src/features/((?!\\.test\\.).)*$',
    mayImport: ['wallet-shared', 'wallet-store', ...PACKAGES],
  },
  {
    name: 'wallet-page',
    files: '^gateway/wallet/(src/)?[^/]+$',
    mayImport: ['wallet-features', 'wallet-shared', 'wallet-store', 'bundled', ...PACKAGES],
  },
  {
    name: 'wallet-tests',
    files: '^gateway/wallet/(test/|src/.*\\.test\\.)',
    mayImport: ['wallet-page', 'wallet-features', 'wallet-shared', 'wallet-store', 'testkit', ...PACKAGES],
  },
  // The website, from what every feature uses to the pages (architecture.test.ts adds rules on features).
  { name: 'website-site', files: '^website/src/site/((?!\\.test\\.).)*$', mayImport: WEBSITE_PACKAGES },
  // Blocks that the build vouches for.
  { name: 'checkpoints', files: '^website/checkpoints\\.json$', mayImport: [] },
  {
    name: 'website-features',
    files: '^website/src/features/((?!\\.test\\.|recomputation|recompute-worker).)*$',
    mayImport: ['website-site', 'checkpoints', 'recompute', ...WEBSITE_PACKAGES],
  },
  // A chain of its own, in a worker.
  {
    name: 'recompute',
    files: '^website/src/features/verify/(recomputation|recompute-worker)\\.ts$',
    mayImport: [
      'website-features',
      'website-site',
      'tab',
      'runtime',
      'chain',
      'chain-storage',
      'memory',
      ...WEBSITE_PACKAGES,
    ],
  },
  {
    name: 'website-pages',
    files: '^website/src/((layouts|pages)/((?!\\.test\\.).)*|[^/]+)$',
    mayImport: ['website-features', 'website-site', ...WEBSITE_PACKAGES],
  },
  // What surrounds the pages of a chain in a tab.
  { name: 'website-try', files: '^website/try/', mayImport: ['website-site', 'tab', ...WEBSITE_PACKAGES] },
  {
    name: 'website',
    files: '^website/((?!checkpoints\\.)[^/]+$|(build|server|test)/|src/.*\\.test\\.)',
    mayImport: [
      'website-pages',
      'website-features',
      'website-site',
      'website-try',
      'http',
      'bundled',
      'proof-marks',
      // The build that its tests serve, and the chains that they recompute.
      'suite',
      'testkit',
      'recompute',
      'chain',
      'chain-storage',
      'memory',
      'miner',
      ...WEBSITE_PACKAGES,
    ],
  },
  { name: 'scripts', files: '^(scripts/|[^/]+\\.config\\.ts$)', mayImport: ['api', 'suite'] },
  {
    name: 'e2e',
    files: '^e2e/',
    mayImport: [
      'protocol',
      'api',
      'http',
      'tab',
      'testkit',
      'suite',
      'scripts',
      'node-tests',
      'bench',
      ...CHAIN_ROOMS,
    ],
  },
  // Measures everything; the ceilings use the node's own parts.
  {
    name: 'bench',
    files: '^bench/',
    mayImport: ['node-tests', ...NODE_ROOMS, 'suite', 'testkit', 'scripts', 'e2e'],
  },
  { name: 'test', files: '^test/', mayImport: ['suite'] },
];
