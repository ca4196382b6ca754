import { cruise, type ICruiseResult, type IForbiddenRuleType } from 'dependency-cruiser';
import { describe, expect, it } from 'vitest';
import { ROOMS, type Room } from './house.ts';

/** Everything in the checkout that a room may not import: every other file of ours outside its allowed rooms. */
function ruleOf(room: Room): IForbiddenRuleType {
  const allowed = [room, ...ROOMS.filter(({ name }) => room.mayImport.includes(name))];
  return {
    name: `${room.name} imports against the house's direction`,
    severity: 'error',
    from: { path: room.files },
    to: {
      path: '^(packages|node|gateway|website|e2e|scripts|test)/',
      // The shared vectors are data that every room's tests may read.
      pathNot: [...allowed.map(({ files }) => files), '^test/vectors/'],
    },
  };
}

/** The only packages that the walk looks at. */
const POSTGRES_CLIENT = '(@types/)?pg(-copy-streams)?/';

const FORBIDDEN: IForbiddenRuleType[] = [
  ...ROOMS.map(ruleOf),
  { name: 'a circle', severity: 'error', from: {}, to: { circular: true } },
  {
    name: 'PostgreSQL loaded without being configured',
    severity: 'error',
    from: { path: '^node/src/', pathNot: '^node/src/(node|commands/explorer)\\.ts$' },
    to: { path: '^node/postgres/' },
  },
  {
    name: 'PostgreSQL loaded other than by import()',
    severity: 'error',
    from: { path: '^node/src/' },
    to: { path: '^node/postgres/', dynamic: false },
  },
  {
    name: "PostgreSQL's client outside of its room",
    severity: 'error',
    from: { pathNot: '^node/(postgres|bench/scale)/' },
    to: { path: `(^|/)node_modules/${POSTGRES_CLIENT}` },
  },
];

const SOURCES = ['packages', 'node', 'gateway', 'website', 'e2e', 'scripts', 'test', 'playwright.config.ts'];

async function cruiseHouse(paths: string[] = SOURCES): Promise<ICruiseResult> {
  const { output } = await cruise(paths, {
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

describe('the house', () => {
  it('has no import against its direction and no circle', { timeout: 120_000 }, async () => {
    const result = await cruiseHouse();
    const violations = result.summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`);
    expect(violations).toEqual([]);
    // The walk really crossed room borders: workspace links resolve to the packages' sources.
    const crossings = result.modules.flatMap(({ source, dependencies }) =>
      dependencies.filter(
        ({ resolved }) => resolved.startsWith('packages/') && !source.startsWith('packages/'),
      ),
    );
    expect(crossings.length).toBeGreaterThan(20);
  });

  it('gives every source file a room', { timeout: 120_000 }, async () => {
    const { modules } = await cruiseHouse();
    const homeless = modules
      .map(({ source }) => source)
      .filter((source) => /^(packages|node|gateway|website|e2e|scripts|test)\//.test(source))
      .filter((source) => !ROOMS.some(({ files }) => new RegExp(files).test(source)));
    expect(homeless).toEqual([]);
  });
});
