import type { Entry } from './mutation.ts';

const VAULT = 'packages/wallet/src/vault/vault.ts';
const KEY = 'packages/wallet/src/vault/vault-key.ts';
const FILE = 'packages/wallet/src/vault/vault-file.ts';
const CODEC = 'packages/wallet/src/vault/contents-codec.ts';
const REPLACE = 'packages/wallet/src/vault/replace-vault.ts';
const EXPORT = 'packages/wallet/src/vault/vault-export.ts';
const STORE = 'packages/wallet/src/storage/indexed-db-vault.ts';
const ACCESS = 'packages/wallet/src/storage/indexed-db-access.ts';
const KEYRING = 'packages/wallet/src/keyring.ts';
const MNEMONIC = 'packages/wallet/src/mnemonic.ts';
const BACK_OFF = 'packages/wallet/src/lock/back-off.ts';
const IDLE = 'packages/wallet/src/lock/idle.ts';
const GUARD = 'gateway/wallet/src/model/password-guard.ts';
const PASSWORD = 'gateway/wallet/src/model/password-actions.ts';
const ACTIONS = 'gateway/wallet/src/model/vault-actions.ts';
const SESSION = 'gateway/wallet/src/model/vault-session.ts';
const AUTO_LOCK = 'gateway/wallet/src/model/auto-lock.ts';
const DISCOVERY = 'gateway/wallet/src/model/discovery.ts';
const DISCOVER = 'packages/wallet/src/accounts/discover-accounts.ts';
const LIST = 'packages/wallet/src/accounts/account-list.ts';

/** Rules of the vault, its storage, the keys, and of locking, by group. */
export const VAULT_MUTATIONS: Readonly<Record<string, readonly Entry[]>> = {
  vault: [
    [
      'uses a nonce twice',
      VAULT,
      'crypto.getRandomValues(new Uint8Array(NONCE_BYTES))',
      'new Uint8Array(NONCE_BYTES)',
    ],
    [
      'uses one salt for all',
      VAULT,
      'crypto.getRandomValues(new Uint8Array(SALT_BYTES))',
      'new Uint8Array(SALT_BYTES)',
    ],
    ['takes every password', VAULT, 'if (password.length < MIN_PASSWORD_LENGTH) {', 'if (false) {'],
    ['takes a file of another network', VAULT, '|| file.network !== network', ''],
    [
      'takes a file under another salt',
      VAULT,
      'file.kdf.salt === bytesToHex(salt) && file.kdf.iterations === iterations',
      'true',
    ],
    ['never finds a vault outdated', VAULT, 'file.kdf.iterations < DEFAULT_ITERATIONS', 'false'],
    [
      'gives the key out',
      KEY,
      "    false,\n    ['encrypt', 'decrypt'],",
      "    true,\n    ['encrypt', 'decrypt'],",
    ],
    ['compares passwords as they are composed', KEY, ".normalize('NFKC')", ''],
    [
      'authenticates no header',
      KEY,
      'additionalData: encodeAssociatedData(header)',
      'additionalData: new Uint8Array(0)',
    ],
    ['cuts the tag short', KEY, 'tagLength: 128', 'tagLength: 96'],
    [
      'leaves the network out of the header',
      FILE,
      '    network,\n    kdf: { name: kdf.name',
      '    kdf: { name: kdf.name',
    ],
    [
      'leaves the iterations out of the header',
      FILE,
      'iterations: kdf.iterations, salt: kdf.salt',
      'salt: kdf.salt',
    ],
    ['stretches little', FILE, 'DEFAULT_ITERATIONS = 900_000', 'DEFAULT_ITERATIONS = 600_000'],
    ['takes few iterations', FILE, 'iterations < bounds.minimum || ', ''],
    ['takes any number of iterations', FILE, ' || iterations > bounds.maximum', ''],
    [
      'takes iterations that are none',
      FILE,
      "if (typeof iterations !== 'number' || !Number.isSafeInteger(iterations)) throw",
      "if (typeof iterations !== 'number') throw",
    ],
    ['takes a newer vault for a broken one', FILE, 'value > VAULT_VERSION', 'false'],
    ['takes a short salt', FILE, "'kdf.salt', SALT_BYTES, SALT_BYTES", "'kdf.salt', 0, SALT_BYTES"],
    [
      'takes a short nonce',
      FILE,
      "'cipher.nonce', NONCE_BYTES, NONCE_BYTES",
      "'cipher.nonce', 1, NONCE_BYTES",
    ],
    ['takes other ciphers', FILE, "if (cipher['name'] !== 'AES-256-GCM') throw", 'if (false) throw'],
    ['takes other stretchings', FILE, "if (kdf['name'] !== 'PBKDF2-HMAC-SHA-256') throw", 'if (false) throw'],
    [
      'takes any network',
      FILE,
      "typeof network !== 'string' || !isNetworkName(network)",
      "typeof network !== 'string'",
    ],
    [
      'writes what it could not read',
      CODEC,
      'JSON.stringify(readContents({ ...contents }))',
      'JSON.stringify(contents)',
    ],
    ['quotes the plaintext in an error', CODEC, ": 'json';", ': String(cause);'],
    ['takes any phrase', CODEC, " || checkMnemonic(value).state !== 'valid'", ''],
    [
      'takes a selection that is not listed',
      CODEC,
      "if (!refs.includes(selected)) throw new Unreadable('selected');",
      '',
    ],
    ['takes an account twice', CODEC, ' || new Set(refs).size !== refs.length', ''],
    ['takes any index', CODEC, ' || index < 0 || index > MAX_ACCOUNT_INDEX', ''],
    [
      'takes lists of any length',
      CODEC,
      ' || value.length > maximum) throw new Unreadable(field);\n  return value;\n}\n\nfunction text',
      ') throw new Unreadable(field);\n  return value;\n}\n\nfunction text',
    ],
    [
      'takes texts of any length',
      CODEC,
      "typeof value !== 'string' || value.length > maximum",
      "typeof value !== 'string'",
    ],
    [
      'keeps the phrase',
      'packages/wallet/src/vault/vault-contents.ts',
      '({ phrase: _phrase, ...rest }: VaultContents)',
      '(rest: VaultContents)',
    ],
    ['reads files of any size', EXPORT, 'if (file.size > MAX_VAULT_FILE_BYTES) throw notAVault();', ''],
    [
      'takes a phrase that does not add up',
      MNEMONIC,
      'if (validateMnemonic(mnemonic)) return',
      'if (true) return',
    ],
    ['takes phrases of any length', MNEMONIC, 'if (!isMnemonicLength(words.length)) {', 'if (false) {'],
  ],
  storage: [
    ['replaces before it looks', REPLACE, 'await requireOpens(await storage.readStaged(), input);', ''],
    ['compares no bytes', REPLACE, 'isSameValue(staged, next) &&', ''],
    [
      'opens nothing',
      REPLACE,
      'isSameContents((await openVault(staged, password, bounds)).contents, contents)',
      'true',
    ],
    ['replaces after a lock', REPLACE, '    requireWanted();\n', ''],
    [
      'leaves a broken change behind',
      REPLACE,
      'await storage.discardStaged().catch(() => {',
      'await Promise.resolve().catch(() => {',
    ],
    [
      'writes in place at once',
      REPLACE,
      'await storage.stage(next);',
      'await storage.stage(next); await storage.write(next, expected);',
    ],
    [
      'overwrites what another tab stored',
      STORE,
      'if (isSameValue(await store.get(key), expected)) return;',
      'return;',
    ],
    ['does not read back', STORE, 'if (!isSameValue(await store.get(key), file)) {', 'if (false) {'],
    ['promotes anything', STORE, 'await requireStored(store, STAGED_KEY, staged);', ''],
    [
      'hides a failed write',
      ACCESS,
      '    if (cause instanceof WalletError) throw cause;\n',
      '    if (!(cause instanceof WalletError)) return;\n    throw cause;\n',
    ],
    ['commits half a change', ACCESS, '      abort(transaction);\n', ''],
    ['does not say that it is full', ACCESS, "cause.name === 'QuotaExceededError'", 'false'],
  ],
  keyring: [
    ['signs for another account', KEYRING, 'body.fromAddress !== key.address || ', ''],
    ['signs for another chain', KEYRING, ' || body.chain !== network.chainId', ''],
    ['keeps the seed', KEYRING, 'seed.fill(0);', ''],
    ['derives any index', KEYRING, ' || index > MAX_ACCOUNT_INDEX', ''],
  ],
  'back-off': [
    ['lets everybody guess', BACK_OFF, 'if (failures < FREE_ATTEMPTS) return 0;', 'return 0;'],
    ['locks out for ever', BACK_OFF, ', LONGEST_WAIT_MS)', ', Number.MAX_SAFE_INTEGER)'],
    ['counts no tries', BACK_OFF, 'Math.min(failures + 1, MAX_FAILURES)', 'failures'],
    ['believes every stored count', BACK_OFF, '!Number.isSafeInteger(failures) || failures < 0 || ', ''],
    ['tries during a wait', GUARD, 'if (waitMs > 0) throw', 'if (false) throw'],
    [
      'counts after the try',
      GUARD,
      '    await keep(countAttempt(before, now()));\n    return before;',
      '    return before;',
    ],
    ['never forgets', GUARD, 'await keep(NO_ATTEMPTS);', ''],
    [
      'counts what is no wrong password',
      GUARD,
      "if (!isWalletError(error, 'wrong_password')) await keep(before);",
      '',
    ],
    [
      'forgets a wrong password',
      GUARD,
      "if (!isWalletError(error, 'wrong_password')) await keep(before);",
      'await keep(before);',
    ],
    ['counts side by side', GUARD, 'await exclusively(count)', 'await count()'],
    ['stops counting where storage is full', GUARD, '    unstored = attempts;\n', ''],
    [
      'tries without the guard',
      ACTIONS,
      'await guard.attempt(async () => openVault(await storage.vault.read(), password))',
      'await openVault(await storage.vault.read(), password)',
    ],
    [
      'asks again without the guard',
      PASSWORD,
      'guard.attempt(async () => openVault(await storage.read(), password))',
      '(async () => openVault(await storage.read(), password))()',
    ],
  ],
  locking: [
    ['never locks', IDLE, 'idle >= minutes * 60_000 || ', ''],
    ['sleeps when the clock is set back', IDLE, ' || idle < -CLOCK_TOLERANCE_MS', ''],
    [
      'counts the first touch after a night',
      AUTO_LOCK,
      'onSign: () => void (check() && note())',
      'onSign: () => note()',
    ],
    ['goes by this tab alone', AUTO_LOCK, 'Math.max(lastSign, presence.readLastSign())', 'lastSign'],
    ['tells no other tab of a sign', AUTO_LOCK, 'presence.writeLastSign(lastSign);', ''],
    ['goes by no setting', AUTO_LOCK, 'settings.get().autoLockMinutes', '15'],
    ['does not look when it wakes', AUTO_LOCK, 'onWake: () => void check(),', 'onWake: () => undefined,'],
    ['locks one tab', ACTIONS, "    tabs.post('lock');\n", ''],
    [
      'hears no lock',
      ACTIONS,
      "if (message === 'lock') session.close();",
      "if (message === 'lock') undefined;",
    ],
    ['keeps the keys', SESSION, 'secrets.current?.keyring.destroy();', ''],
    ['keeps the secrets', SESSION, '    secrets.current = undefined;\n', ''],
    ['keeps history and balance', SESSION, 'data: undefined,\n      outbox', 'outbox'],
    ['keeps the kept transactions on show', SESSION, 'outbox: [],', ''],
    ['keeps the chosen recipient', SESSION, 'payee: undefined,', ''],
  ],
  'vault in the page': [
    [
      'changes what another tab changed',
      ACTIONS,
      'exclusively(() => session.change(change))',
      'session.change(change)',
    ],
    [
      'writes after a lock',
      SESSION,
      '      requireSame(vault);\n      await storage.write',
      '      await storage.write',
    ],
    [
      'changes old contents',
      SESSION,
      'await storage.write(file, stored);',
      'await storage.write(file, await storage.read());',
    ],
    ['tells no other tab', SESSION, "services.tabs.post('contents');", ''],
    ['stays open under an old password', SESSION, "isWalletError(error, 'vault_changed') || ", ''],
    [
      'takes the place of another wallet',
      ACTIONS,
      'const { vault, contents } = await openVault(file, password);\n      await exclusively(() => storage.vault.write(file, undefined));',
      'const { vault, contents } = await openVault(file, password);\n      await exclusively(async () => storage.vault.write(file, await storage.vault.read()));',
    ],
    [
      'makes a wallet over another one',
      ACTIONS,
      'password, network, contents });\n      await exclusively(() => storage.vault.write(file, undefined));',
      'password, network, contents });\n      await exclusively(async () => storage.vault.write(file, await storage.vault.read()));',
    ],
    ['imports a wallet of another network', ACTIONS, '      requireNetwork(file.network, network);\n', ''],
    ['forgets without the transactions', ACTIONS, '        await storage.outbox.clear();\n', ''],
    ['changes the password of another vault', PASSWORD, 'if (!isSameVault(stored, file))', 'if (false)'],
    [
      'changes the password side by side',
      PASSWORD,
      'await services.exclusively(async () => {\n        const { stored } = await session.readStored();\n        // The',
      'await (async (work: () => Promise<void>) => work())(async () => {\n        const { stored } = await session.readStored();\n        // The',
    ],
    [
      'changes the password after a lock',
      PASSWORD,
      'requireWanted: () => session.requireSame(before)',
      'requireWanted: () => undefined',
    ],
    ['leaves other tabs with the old password', PASSWORD, "services.tabs.post('vault');", ''],
    ['leaves a weak vault', PASSWORD, 'await rekey({ services, session, password: opened.password });', ''],
    ['leaves a broken-off change', PASSWORD, 'await services.storage.vault.discardStaged();', 'undefined;'],
    [
      'exports without the password',
      PASSWORD,
      'const { file } = await check(password);\n      return {',
      'const file = (await storage.read()) as VaultFile;\n      return {',
    ],
  ],
  accounts: [
    ['searches for ever', DISCOVER, ' && checked < CONTENTS_LIMITS.accounts', ''],
    ['stops at the first gap', DISCOVER, 'GAP_LIMIT = 20', 'GAP_LIMIT = 1'],
    [
      'searches on after it was ended',
      DISCOVER,
      '    signal?.throwIfAborted();\n    const account',
      '    const account',
    ],
    ['overlooks what is on its way', DISCOVER, 'account.next_nonce > account.nonce + 1', 'false'],
    [
      'believes another network at once',
      DISCOVERY,
      'await requireNetwork(services, store.get().config?.network, network);',
      '',
    ],
    [
      'calls a broken search finished',
      DISCOVERY,
      "state: 'failed', checked",
      "state: 'done', found: 0, added: 0, checked",
    ],
    [
      'searches on after a lock',
      ACTIONS,
      '    discovery.stopDiscovery();\n    session.close();',
      '    session.close();',
    ],
    [
      'watches what is no address',
      LIST,
      'if (!isValidAddress(address, getNetwork(network))) {',
      'if (false) {',
    ],
    ['removes the last account', LIST, 'if (accounts.length === 0)', 'if (false)'],
    ['lists without end', LIST, 'if (count <= maximum) return;', 'return;'],
    ['keeps names that turn the direction', LIST, '[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]', '[\\p{Cc}]'],
  ],
};
