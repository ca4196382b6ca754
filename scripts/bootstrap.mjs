/**
 * First step of `npm start`, `npm test` and `npm run release`, on any Node ≥ 20 and without dependencies:
 * installs the packages of the lock file if some are missing, then runs the script of this folder that it is given, such as
 * `start`, on the project's Node 24, and exits with its code.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const REQUIRED_MAJOR = 24;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
/** Stands during an installation only. */
const shrinkwrap = join(root, 'npm-shrinkwrap.json');

/** Prints a line and exits with code 1. */
function fail(line) {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}

function readPackages(path) {
  return JSON.parse(readFileSync(path, 'utf8')).packages;
}

/** True if every package of the lock file, except optional ones and peers (`.npmrc`), is installed in its exact version. */
function isInstalled() {
  const installedPath = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(installedPath)) return false;
  const installed = readPackages(installedPath);
  return Object.entries(readPackages(join(root, 'package-lock.json'))).every(([path, wanted]) => {
    if (path === '' || wanted.optional || wanted.peer || !path.includes('node_modules/')) return true;
    if (wanted.link) return existsSync(join(root, path));
    return installed[path]?.version === wanted.version;
  });
}

/** Runs npm in the project's folder. @returns its exit code, and its output if that is piped */
async function npm(parameters, stdio) {
  const child = spawn(process.platform === 'win32' ? 'npm.cmd' : 'npm', parameters, { cwd: root, stdio });
  let output = '';
  child.stdout?.setEncoding('utf8').on('data', (text) => (output += text));
  const code = await new Promise((resolve) => {
    child.on('error', ({ message }) => fail(`npm could not be started: ${message}`)).on('close', resolve);
  });
  return { code, output };
}

/**
 * Writes a shrinkwrap, which npm reads in place of the lock file. The lock file names no registry, for which npm asks the registry
 * for the versions of each package first, and that takes longer than all the rest; the shrinkwrap has each package's address.
 */
async function writeShrinkwrap() {
  const registry = (await npm(['config', 'get', 'registry'], 'pipe')).output.trim().replace(/\/$/, '');
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  for (const [folder, entry] of Object.entries(lock.packages)) {
    if (entry.link || entry.resolved || !folder.includes('node_modules/')) continue;
    const name = entry.name ?? folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
    entry.resolved = `${registry}/${name}/-/${name.split('/').at(-1)}-${entry.version}.tgz`;
  }
  writeFileSync(shrinkwrap, JSON.stringify(lock));
}

async function install() {
  process.stdout.write('Installing dependencies (npm ci) …\n');
  // At the default level, npm warns about the machine's older Node, which runs only this file.
  const parameters = ['ci', '--loglevel=error', '--no-audit', '--no-fund'];
  const remove = () => rmSync(shrinkwrap, { force: true });
  const end = () => process.exit(1);
  process.on('exit', remove);
  for (const signal of SIGNALS) process.on(signal, end);
  await writeShrinkwrap();
  let { code } = await npm(parameters, 'ignore');
  remove();
  // Some registries have other addresses: npm finds them without the shrinkwrap, or says what is wrong.
  if (code !== 0) ({ code } = await npm(parameters, 'inherit'));
  for (const signal of SIGNALS) process.off(signal, end);
  if (code !== 0) fail('npm ci failed; see its message above.');
}

/** Path of a Node 24 or newer: the project's, otherwise this process's. */
function findNode() {
  const installed = join(root, 'node_modules/.bin/node');
  if (existsSync(installed) && spawnSync(installed, ['--version']).status === 0) return installed;
  if (Number(process.versions.node.split('.')[0]) >= REQUIRED_MAJOR) return process.execPath;
  return fail(
    `Cairn needs Node ${REQUIRED_MAJOR}, which it installs itself on Linux (x64, arm64) only. On ${process.platform}-${process.arch} install Node ${REQUIRED_MAJOR} or newer (this is ${process.version}).`,
  );
}

if (Number(process.versions.node.split('.')[0]) < 20) {
  fail(`Cairn needs Node 20 or newer for its installation; this is ${process.version}.`);
}
rmSync(shrinkwrap, { force: true }); // of an installation that was killed
if (!isInstalled()) await install();
const [script, ...parameters] = process.argv.slice(2);
const child = spawn(findNode(), [join(root, 'scripts', `${script}.ts`), ...parameters], {
  cwd: root,
  stdio: 'inherit',
  // The programs that the script starts, many of them again and again, load the same modules.
  env: { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/cairn'), ...process.env },
});
for (const signal of SIGNALS) {
  process.on(signal, () => {
    // Ctrl-C reaches the whole foreground process group: forwarding it would deliver it twice.
    if (!(signal === 'SIGINT' && process.stdin.isTTY)) child.kill(signal);
  });
}
child.on('error', (error) => fail(`${script} could not be started: ${error.message}`));
child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
