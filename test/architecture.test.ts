import { cruise, type ICruiseResult, type IForbiddenRuleType } from 'dependency-cruiser';
import { beforeAll, describe, expect, it } from 'vitest';
import { ROOMS, type Room } from './rooms.ts';

/** Forbids a room to import files of rooms other than those in `mayImport`. */
function ruleOf(room: Room): IForbiddenRuleType {
  const allowed = [room, ...ROOMS.filter(({ name }) => room.mayImport.includes(name))];
  return {
    name: `${room.name} imports a room that it may not import`,
    severity: 'error',
    from: { path: room.files },
    to: {
      path: '^(packages|node|gateway|website|e2e|bench|scripts|test)/',
      // Tests of every room may read the shared vectors.
      pathNot: [...allowed.map(({ files }) => files), '^test/vectors/'],
    },
  };
}

/** PostgreSQL's npm packages. Imports of other npm packages are not checked. */
const POSTGRES_CLIENT = '(@types/)?pg(-copy-streams)?/';

/** Features of the website that other features may use. */
const SHARED_FEATURES = 'labels|lists|verify';

const FORBIDDEN: IForbiddenRuleType[] = [
  ...ROOMS.map(ruleOf),
  {
    name: 'a feature of the wallet imported past its index.ts',
    severity: 'error',
    from: { path: '^gateway/wallet/src/features/([^/]+)/', pathNot: '\\.test\\.' },
    to: {
      path: '^gateway/wallet/src/features/',
      pathNot: ['^gateway/wallet/src/features/$1/', '/index\\.ts$'],
    },
  },
  {
    name: 'a feature of the website that is not shared, or a shared one past its index.ts, imported by another',
    severity: 'error',
    from: { path: '^website/src/features/([^/]+)/', pathNot: '\\.test\\.' },
    to: {
      path: '^website/src/features/',
      pathNot: ['^website/src/features/$1/', `^website/src/features/(${SHARED_FEATURES})/index\\.ts$`],
    },
  },
  {
    name: 'another feature of the website imported by a shared one',
    severity: 'error',
    from: { path: `^website/src/features/(${SHARED_FEATURES})/`, pathNot: '\\.test\\.' },
    to: { path: '^website/src/features/', pathNot: '^website/src/features/$1/' },
  },
  {
    name: 'a module of Node imported by the chain',
    severity: 'error',
    from: { path: '^packages/chain/src/', pathNot: '(\\.test|test-support)\\.ts$' },
    to: { dependencyTypes: ['core'] },
  },
  { name: 'import cycle', severity: 'error', from: {}, to: { circular: true } },
  {
    name: 'PostgreSQL imported outside node.ts and commands/server-commands.ts',
    severity: 'error',
    from: { path: '^node/src/', pathNot: '^node/src/(node|commands/server-commands)\\.ts$' },
    to: { path: '^node/postgres/' },
  },
  {
    name: 'PostgreSQL imported other than by import()',
    severity: 'error',
    from: { path: '^node/src/' },
    to: { path: '^node/postgres/', dynamic: false },
  },
  {
    name: "PostgreSQL's client imported outside its room",
    severity: 'error',
    from: { pathNot: '^(node/postgres|bench)/' },
    to: { path: `(^|/)node_modules/${POSTGRES_CLIENT}` },
  },
];

const SOURCES = [
  'packages',
  'node',
  'gateway',
  'website',
  'e2e',
  'bench',
  'scripts',
  'examples',
  'test',
  'playwright.config.ts',
];

async function cruiseRooms(): Promise<ICruiseResult> {
  const { output } = await cruise(SOURCES, {
    validate: true,
    ruleSet: { forbidden: FORBIDDEN },
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: `(^|/)(dist/|\\.astro/|node_modules/(?!${POSTGRES_CLIENT}))` },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  });
  return output as ICruiseResult;
}

describe('the rooms', () => {
  let rooms: ICruiseResult;
  beforeAll(async () => {
    rooms = await cruiseRooms();
  });

  it('have no forbidden imports and no import cycles', () => {
    const violations = rooms.summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`);
    expect(violations).toEqual([]);
    // Imports of packages were resolved to their sources, so imports between rooms were checked.
    const crossings = rooms.modules.flatMap(({ source, dependencies }) =>
      dependencies.filter(
        ({ resolved }) => resolved.startsWith('packages/') && !source.startsWith('packages/'),
      ),
    );
    expect(crossings.length).toBeGreaterThan(20);
  });

  it('contain every source file', () => {
    const outside = rooms.modules
      .map(({ source }) => source)
      .filter((source) => /^(packages|node|gateway|website|e2e|bench|scripts|examples|test)\//.test(source))
      .filter((source) => !ROOMS.some(({ files }) => new RegExp(files).test(source)));
    expect(outside).toEqual([]);
  });
});
