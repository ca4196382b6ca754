import { ANSWER_MUTATIONS } from './gateway/answer-mutations.ts';
import { ARRIVAL_MUTATIONS } from './gateway/arrival-mutations.ts';
import { FORWARD_MUTATIONS } from './gateway/forward-mutations.ts';
import { LAUNCH_MUTATIONS } from './gateway/launch-mutations.ts';
import { REQUEST_MUTATIONS } from './gateway/request-mutations.ts';
import { groupMutations, type Mutation, type Subject } from './mutation.ts';

const MUTATIONS: readonly Mutation[] = [
  ARRIVAL_MUTATIONS,
  REQUEST_MUTATIONS,
  FORWARD_MUTATIONS,
  ANSWER_MUTATIONS,
  LAUNCH_MUTATIONS,
].flatMap(groupMutations);

/** Tests that are likely to notice, and quick; one group a pass, `way in` is the launch secret. */
const NEAR: Readonly<Record<string, readonly string[]>> = {
  '1 listener': [
    'src/passes/listener',
    'src/gateway',
    'src/passes/target',
    'test/attacks/slow',
    'test/attacks/injection',
    'src/cli',
  ],
  '2 target': ['src/passes/target'],
  '3 host': ['src/passes/host'],
  '4 method': ['src/passes/method'],
  '5 same origin': ['src/passes/same-origin'],
  '6 cookie': ['src/passes/cookie'],
  '7 allowlist': ['src/passes/allowlist', 'src/routes'],
  '8 body': ['src/passes/body'],
  '9 forward': ['src/passes/forward'],
  '10 answer': ['src/passes/answer'],
  'way in': ['src/launch', 'src/settings', 'src/cli'],
};

const inGateway = (path: string): string => `gateway/${path}`;
/** Files of other rooms, and of the gateway outside `src`, are named from the root. */
const fileOf = (path: string): string =>
  /^(gateway|packages)\//.test(path) ? path : inGateway(`src/${path}`);

/** The gateway's own rules, pass by pass. */
export const GATEWAY: Subject = {
  copied: [
    'gateway/src',
    'gateway/test',
    'gateway/bin',
    'gateway/package.json',
    'packages/http/src',
    'packages/http/package.json',
    'package.json',
  ],
  linked: [
    'vitest.config.ts',
    'tsconfig.base.json',
    'packages/api',
    'packages/protocol',
    'packages/token-file',
    'gateway/node_modules',
  ],
  mutations: MUTATIONS.map((mutation) => ({ ...mutation, file: fileOf(mutation.file) })),
  near: Object.fromEntries(Object.entries(NEAR).map(([pass, tests]) => [pass, tests.map(inGateway)])),
  all: ['gateway/src', 'gateway/test'],
};
