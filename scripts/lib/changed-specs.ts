import { execa } from 'execa';
import { ROOT } from '@cairn/suite/checkout';

/** The browser tests of a folder, by the beginning of its path: the first that matches counts. */
export const SPECS: readonly (readonly [path: string, specs: readonly string[]])[] = [
  ['website/src/features/verify', ['verify', 'address-lies']],
  ['website/src/features/address', ['ledger', 'address-lies']],
  ['website/src/features/statistics', ['statistics']],
  ['website/src/features/search', ['search']],
  ['website/src/features/labels', ['labels-and-notifications']],
  ['website/src/features', ['pages', 'live']],
  ['website', ['live', 'site-wide']],
  ['gateway/wallet/src/features/send', ['wallet-send', 'transfer']],
  ['gateway/wallet/src/features/offline', ['wallet-offline']],
  ['gateway/wallet', ['wallet-vault', 'transfer']],
  ['gateway/src', ['gateway']],
  ['packages/wallet', ['wallet-send', 'transfer']],
  ['packages/testkit', ['transfer']],
  ['packages/suite', ['start', 'transfer']],
  ['packages/chain/src/devnet', ['start', 'chain-in-a-tab']],
  ['packages/tab', ['chain-in-a-tab']],
  ['packages/chain', ['chain-in-a-tab', 'transfer']],
  ['packages', ['transfer']],
  ['node/src/devnet-control', ['start']],
  ['node', ['transfer']],
];

/** The browser tests of what differs from a commit, committed or not, and those that differ themselves. */
export async function specsOf(commit: string): Promise<readonly string[]> {
  const git = async (...args: string[]) => (await execa('git', args, { cwd: ROOT })).stdout.split('\n');
  const paths = [
    ...(await git('diff', '--name-only', commit)),
    ...(await git('ls-files', '--others', '--exclude-standard')),
  ];
  return specsOfPaths(paths);
}

/** @param paths relative to the root */
export function specsOfPaths(paths: readonly string[]): readonly string[] {
  const specs = paths.flatMap((path) => {
    if (path.endsWith('.spec.ts')) return [path];
    if (/\.test\.tsx?$|\.md$|-test-support\.ts$/.test(path)) return [];
    return SPECS.find(([folder]) => path.startsWith(`${folder}/`))?.[1] ?? [];
  });
  return [...new Set(specs)];
}
