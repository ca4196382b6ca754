/**
 * `node scripts/check-deploy.ts`: checks the files of `deploy/` with the programs that will read them, as far as they are installed:
 * promtool (Debian's `prometheus`), systemd-analyze. Tests check that alerts and dashboard name metrics that a node
 * has, and run the nginx configurations.
 */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { inRoot } from '@cairn/suite/checkout';

const MONITORING = inRoot('deploy/monitoring');
const UNITS = inRoot('deploy/systemd');
const ANALYZE = 'systemd-analyze';
const folder = mkdtempSync(join(tmpdir(), 'cairn-deploy-'));

/** Runs a program and prints what it checked. A program that is not installed checks nothing. */
function check(what: string, command: string, ...args: string[]): void {
  const { error, status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  const isMissing = error !== undefined && 'code' in error && error.code === 'ENOENT';
  const isFine = status === 0;
  if (!isFine && !isMissing) process.exitCode = 1;
  const verdict = isMissing ? `not checked: ${command} is not installed` : isFine ? 'fine' : 'NOT FINE';
  process.stdout.write(`${what}: ${verdict}\n`);
  if (!isFine && !isMissing) process.stdout.write(`${stdout}${stderr}`);
}

/** The dashboard's queries as rules, so that promtool reads them. */
function writeQueries(): string {
  const { panels } = JSON.parse(readFileSync(join(MONITORING, 'cairn-dashboard.json'), 'utf8')) as {
    panels: { targets: { expr: string }[] }[];
  };
  const queries = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
  const rules = queries.map((expr, index) => ({ record: `query:${index}`, expr }));
  const file = join(folder, 'queries.yml');
  writeFileSync(file, JSON.stringify({ groups: [{ name: 'dashboard', rules }] })); // JSON is YAML
  return file;
}

function systemdVersion(): number {
  const { stdout } = spawnSync(ANALYZE, ['--version'], { encoding: 'utf8' });
  return Number(/^systemd (\d+)/.exec(stdout ?? '')?.[1]);
}

/** A root folder with the units, what they start, and the system's own units. */
function writeRoot(): string {
  const root = join(folder, 'root');
  for (const path of ['etc/systemd/system', 'opt/cairn/bin', 'usr/lib'])
    mkdirSync(join(root, path), { recursive: true });
  cpSync(UNITS, join(root, 'etc/systemd/system'), { recursive: true });
  if (systemdVersion() < 254) {
    const file = join(root, 'etc/systemd/system/cairn-.service.d/restart.conf');
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/^Restart(Steps|MaxDelaySec)=.*\n/gm, ''));
  }
  cpSync('/usr/lib/systemd/system', join(root, 'usr/lib/systemd/system'), {
    recursive: true,
    verbatimSymlinks: true,
  });
  for (const program of ['cairn', 'cairn-gateway', 'cairn-website']) {
    const path = join(root, 'opt/cairn/bin', program);
    writeFileSync(path, '#!/bin/sh\n');
    chmodSync(path, 0o755);
  }
  return root;
}

try {
  check('alerts', 'promtool', 'check', 'rules', join(MONITORING, 'cairn-rules.yml'));
  check('which alerts fire', 'promtool', 'test', 'rules', join(MONITORING, 'cairn-rules.test.yml'));
  check('scraping', 'promtool', 'check', 'config', join(MONITORING, 'prometheus.yml'));
  check('queries of the dashboard', 'promtool', 'check', 'rules', writeQueries());
  const root = `--root=${writeRoot()}`;
  for (const unit of globSync('*.service', { cwd: UNITS }).map((name) =>
    basename(name).replace('@.', '@18001.'),
  ))
    check(unit, ANALYZE, 'verify', root, '--man=no', '--recursive-errors=no', `/etc/systemd/system/${unit}`);
} finally {
  rmSync(folder, { recursive: true });
}
