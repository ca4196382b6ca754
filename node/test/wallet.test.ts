/** The command-line wallet over a real node. */
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { DEVELOPMENT_MNEMONIC } from '@cairn/protocol/development-accounts';
import {
  createVault,
  createVaultContents,
  encodeVaultExport,
  openVault,
  readVaultExport,
} from '@cairn/wallet';
import { deriveKeysFast } from '@cairn/wallet/test-support';
import { afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { ACCOUNTS } from '@cairn/chain/test-support';
import { LevelStore } from '@cairn/chain/storage';
import { whenAllAreOver } from '../src/home/folder-test-support.ts';
import {
  ALONE,
  runCairn,
  runHere,
  startCairn,
  startNodeHere,
  temporaryFolder,
  type NodeHere,
} from './cairn-process.ts';
import { levelFolder } from '../src/home/level-folder.ts';

const [alice, bob, carol] = ACCOUNTS.map(({ address }) => address) as [string, string, string];
/** The genesis block has nine transactions of account 0. */
const NONCE = 10;
const PASSPHRASE = 'correct horse battery';

let folder: string;
let keyFile: string;
let node: NodeHere;
/** Flags that lead to it. */
let over: string[];
/** The node's state at the start of each test. */
let snapshot: string;
let deriveSlowly: () => void;
const whenOver = whenAllAreOver();

/** A key file with the accounts that have the devnet's coins. */
let developmentKeys: string;

beforeAll(async () => {
  deriveSlowly = deriveKeysFast();
  node = await startNodeHere([...ALONE, '--mine', '--mine-interval', '1000'], undefined, whenOver);
  await node.line(/Mined block 1 /); // due at once
  over = ['--rpc-url', node.rpcUrl, '--token-file', node.tokenFile];
  developmentKeys = join(temporaryFolder(whenOver), 'devnet.json');
  await writeDevelopmentKeys(developmentKeys);
  deriveSlowly();
});

async function writeDevelopmentKeys(path: string): Promise<void> {
  const contents = createVaultContents(DEVELOPMENT_MNEMONIC);
  const { file } = await createVault({ password: PASSPHRASE, network: 'devnet', contents });
  writeFileSync(path, encodeVaultExport(file), { mode: 0o600 });
}

beforeEach(async () => {
  deriveSlowly = deriveKeysFast();
  snapshot = (await node.devnet.snapshot()).id;
  folder = temporaryFolder();
  keyFile = join(folder, 'keys/devnet.json');
  vi.stubEnv('CAIRN_KEY_FILE', keyFile);
  vi.stubEnv('CAIRN_PASSPHRASE', PASSPHRASE);
});
afterEach(async () => {
  deriveSlowly();
  vi.unstubAllEnvs();
  await node.devnet.revert({ id: snapshot });
});

/** Runs a command that must succeed. @returns its JSON */
async function json(...argv: string[]): Promise<Record<string, string | number>> {
  const { code, out, err } = await runHere([...argv, '--json']);
  expect({ code, err }).toEqual({ code: 0, err: [] });
  return JSON.parse(out.join('\n')) as Record<string, string | number>;
}

/** Runs a command that must fail. @returns its line on standard error */
async function failure(argv: readonly string[], expected = 1): Promise<string> {
  const { code, out, err } = await runHere(argv);
  expect({ code, out, lines: err.length }).toEqual({ code: expected, out: [], lines: 1 });
  return err[0]!;
}

/** Uses a key file with the accounts that have the devnet's coins. */
function useDevelopmentKeys(): void {
  mkdirSync(dirname(keyFile), { mode: 0o700 });
  copyFileSync(developmentKeys, keyFile);
}

describe('cairn key', () => {
  it('makes a vault that only its owner can read, and that the browser wallet opens', async () => {
    const { address } = await json('key', 'new');
    expect(statSync(keyFile).mode & 0o777).toBe(0o600);
    const file = await readVaultExport(new Blob([readFileSync(keyFile)]));
    const { contents } = await openVault(file, PASSPHRASE);
    expect((await runHere(['key', 'phrase'])).out).toEqual([contents.phrase]);
    expect((await runHere(['address'])).out).toEqual([address]);
    expect(await json('address', '--account', '3')).toMatchObject({ path: "m/44'/1'/0'/0/3", account: 3 });
  });

  it('takes a recovery phrase of a file', async () => {
    const phraseFile = join(folder, 'phrase');
    writeFileSync(phraseFile, `${DEVELOPMENT_MNEMONIC}\n`);
    expect(await json('key', 'import', '--phrase-file', phraseFile)).toMatchObject({ address: alice });
  });

  it('never overwrites a file', async () => {
    useDevelopmentKeys();
    const before = readFileSync(keyFile);
    expect(await failure(['key', 'new'], 2)).toContain('exists already');
    expect(readFileSync(keyFile)).toEqual(before);
  });

  it('looks at the folder before it asks', async () => {
    writeFileSync(join(folder, 'keys'), '');
    vi.stubEnv('CAIRN_PASSPHRASE', '');
    const { code, err, questions } = await runHere(['key', 'new']);
    expect({ code, questions }).toEqual({ code: 2, questions: [] });
    expect(err).toEqual([expect.stringContaining(`${keyFile} cannot be written: ENOTDIR`)]);
    vi.stubEnv('CAIRN_KEY_FILE', join(folder, 'keys'));
    expect(await runHere(['address'])).toMatchObject({ code: 2, questions: [] });
  });

  it('takes the passphrase from the terminal, a file or a variable', async () => {
    vi.stubEnv('CAIRN_PASSPHRASE', '');
    const made = await runHere(['key', 'new'], [PASSPHRASE, PASSPHRASE]);
    expect(made).toMatchObject({ code: 0, questions: [`Passphrase for ${keyFile}: `, 'The same again: '] });
    expect(await runHere(['address'], [PASSPHRASE])).toMatchObject({ code: 0 });
    const passphraseFile = join(folder, 'passphrase');
    writeFileSync(passphraseFile, `${PASSPHRASE}\n`);
    expect(await runHere(['address', '--passphrase-file', passphraseFile])).toMatchObject({ code: 0 });
    expect(await runHere(['address', '--passphrase-file', 'nothing'])).toMatchObject({ code: 2 });
    expect(await failure(['address'], 2)).toContain('CAIRN_PASSPHRASE');
    expect(await failure(['address', '--passphrase', PASSPHRASE], 2)).toContain('every process can read it');
    vi.stubEnv('CAIRN_PASSPHRASE', 'another passphrase');
    expect(await failure(['address'], 2)).toContain('This password does not open the wallet');
  });

  it('refuses a weak or mistyped passphrase, and writes nothing', async () => {
    vi.stubEnv('CAIRN_PASSPHRASE', 'password1');
    expect(await failure(['key', 'new'], 2)).toContain('most common');
    vi.stubEnv('CAIRN_PASSPHRASE', '');
    expect(await runHere(['key', 'new'], [PASSPHRASE, 'correct horse'])).toMatchObject({ code: 1 });
    expect(await failure(['address'], 2)).toContain(`there is no key file ${keyFile}`);
  });

  it('is no key file of which a full disk took a part', async () => {
    const small = join(folder, 'node-on-a-full-disk');
    writeFileSync(small, `#!/bin/sh\nulimit -f 0; exec ${process.execPath} "$@"\n`, { mode: 0o755 });
    const environment = { CAIRN_KEY_FILE: keyFile, CAIRN_PASSPHRASE: PASSPHRASE };
    const { code, err } = await startCairn(['key', 'new'], environment, small).ended;
    expect({ code, err }).toEqual({
      code: 1,
      err: [expect.stringContaining(`${keyFile} cannot be written: EFBIG`)],
    });
    expect(readdirSync(dirname(keyFile))).toEqual([]);
  });

  it('is no key file that others can read', async () => {
    useDevelopmentKeys();
    chmodSync(keyFile, 0o644);
    const problem = 'its mode 0644 gives access to group or others';
    expect(await failure(['address'], 2)).toContain(`key file ${keyFile}: ${problem}`);
  });

  it('is for one network', async () => {
    useDevelopmentKeys();
    expect(await failure(['address', '--network', 'testnet'], 2)).toContain('is for devnet');
    expect(await failure(['key', 'new', '--network', 'mainnet'], 2)).toContain('no mainnet');
  });
});

describe('cairn send', () => {
  it('pays over the node, with the suggested fee and the next nonce', async () => {
    useDevelopmentKeys();
    const first = await json('send', bob, '1.5', ...over);
    expect(first).toMatchObject({
      from_address: alice,
      value: '150000000',
      fee: '1000',
      nonce: NONCE,
      status: 'accepted',
    });
    const second = await runHere(['send', carol, '0.25', '--fee', '0.0001', ...over]);
    expect(second.out.join()).toMatch(
      /^Sent 0\.25 CRN to \w+, with a fee of 0\.0001 CRN\. Transaction \w+ is pending/,
    );
    await node.devnet.mine({});
    expect(await node.rpc.getAccount({ address: bob })).toMatchObject({ balance: '100000150000000' });
    expect(await node.rpc.getAccount({ address: alice })).toMatchObject({ nonce: NONCE + 1 });
    const third = await json('send', bob, '1', '--account', '2', ...over);
    expect(third).toMatchObject({ from_address: carol, nonce: 1 });
  });

  it('pays twice with different nonces if two commands run at once', async () => {
    useDevelopmentKeys();
    const sent = await Promise.all([1, 2].map(() => json('send', bob, '1', ...over)));
    expect(sent.map(({ nonce }) => nonce).sort((a, b) => Number(a) - Number(b))).toEqual([NONCE, NONCE + 1]);
  });

  it('refuses what cannot be meant or paid, in one line', async () => {
    useDevelopmentKeys();
    const testnet = 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb';
    const usage: [string[], string][] = [
      [[testnet, '1'], 'is an address of testnet'],
      [[bob, '1,5'], 'is not an amount in CRN'],
      [[bob, '1', '--fee', '5'], 'add --high-fee'],
    ];
    for (const [args, message] of usage)
      expect(await failure(['send', ...args, ...over], 2)).toContain(message);
    expect(await failure(['send', bob, '1000001', ...over])).toContain('can spend 1000000 CRN');
    expect(await json('send', bob, '1', '--fee', '5', '--high-fee', ...over)).toMatchObject({
      nonce: NONCE,
    });
    const nowhere = ['--rpc-url', 'http://127.0.0.1:1', ...over.slice(2)];
    expect(await failure(['send', bob, '1', ...nowhere])).toContain('no node answers');
  });
});

describe('cairn sign and cairn submit', () => {
  it('sign once, and send elsewhere', async () => {
    useDevelopmentKeys();
    const { out } = await runHere(['sign', bob, '2', ...over]);
    expect(await runHere(['sign', bob, '2', ...over])).toMatchObject({ out });
    expect(await failure(['send', carol, '2', ...over])).toContain(
      `nonce ${NONCE} is signed already for 2 CRN`,
    );
    const other = await json('sign', carol, '2', '--sign-again', ...over);
    expect(other).toMatchObject({ nonce: NONCE });
    expect(await json('submit', ...out, ...over)).toMatchObject({ status: 'accepted' });
    await node.devnet.mine({});
    expect(await json('submit', ...out, ...over)).toMatchObject({ status: 'confirmed' });
    expect(await failure(['submit', other['raw'] as string, ...over])).toContain('nonce_too_low');
  });

  it('keep what they signed where only the owner reads it, and name the folder of what cannot be read', async () => {
    useDevelopmentKeys();
    deriveSlowly(); // as the process does
    await writeDevelopmentKeys(keyFile);
    const outbox = `${keyFile}.outbox`;
    const sign = ['sign', bob, '1', '--fee', '0.001', '--nonce', '7'];
    const environment = { CAIRN_KEY_FILE: keyFile, CAIRN_PASSPHRASE: PASSPHRASE };
    expect((await runCairn(sign, environment)).code).toBe(0);
    const modes = readdirSync(outbox).map((name) => statSync(join(outbox, name)).mode & 0o777);
    expect([statSync(outbox).mode & 0o777, new Set(modes)]).toEqual([0o700, new Set([0o600])]);

    const store = await LevelStore.open(levelFolder(outbox));
    await store.write((batch) => void batch.put(Buffer.from('feed'), Buffer.from('half an ent')));
    await store.close();
    expect(await failure(sign)).toContain(`${outbox} cannot be read: its entry feed is damaged`);
    rmSync(outbox, { recursive: true });
    writeFileSync(outbox, '');
    expect(await failure(sign)).toMatch(/ cannot be used: EEXIST[^;]*$/); // nothing is lost: no folder has to go
  });

  it('sign without a node', async () => {
    useDevelopmentKeys();
    const offline = ['--rpc-url', 'http://127.0.0.1:1'];
    expect(await failure(['sign', bob, '2', '--nonce', '1', ...offline], 2)).toContain('needs --fee');
    const order = ['sign', bob, '2', '--fee', '0.00001', '--nonce', `${NONCE}`, ...offline];
    const { raw, id } = await json(...order);
    expect(await json(...order)).toMatchObject({ raw });
    expect(await failure(['sign', carol, ...order.slice(2)])).toContain('signed already');
    expect(await json('submit', raw as string, ...over)).toEqual({ id, status: 'accepted' });
  });

  it.each([['12'], ['zz'.repeat(213)], ['00'.repeat(213)]])('refuse to send %.8s…', async (raw) => {
    const line = await failure(['submit', raw, '--rpc-url', 'http://127.0.0.1:1'], 2);
    expect(line).toMatch(/transaction/);
  });

  it('send a transfer again whose answer was lost, which pays once', async () => {
    useDevelopmentKeys();
    const forward = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      const { method = 'GET', url = '', headers } = request;
      const body = await text(request);
      const answer = await fetch(node.rpcUrl + url, {
        method,
        headers: { authorization: headers.authorization!, 'content-type': 'application/json' },
        ...(method === 'POST' && { body }),
      });
      if (method === 'POST') request.socket.destroy();
      else response.setHeader('content-type', 'application/json').end(await answer.text());
    };
    const lossy = createServer((request, response) => void forward(request, response));
    lossy.listen(0, '127.0.0.1');
    onTestFinished(() => void lossy.close());
    await once(lossy, 'listening');
    const { port } = lossy.address() as AddressInfo;
    const through = ['--rpc-url', `http://127.0.0.1:${port}`, ...over.slice(2)];
    expect(await failure(['send', bob, '3', ...through])).toContain(
      'cairn submit sends the same bytes again',
    );
    expect(await json('submit', ...over)).toMatchObject({ status: 'accepted' });
    expect(await failure(['submit', ...over])).toContain('every signed transfer was sent');
    await node.devnet.mine({});
    expect(await node.rpc.getAccount({ address: bob })).toMatchObject({ balance: '100000300000000' });
  });
});
