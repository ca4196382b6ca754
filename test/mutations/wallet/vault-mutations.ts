import type { Groups } from '../mutation.ts';

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

/** Rules of the vault: the file, where it is stored, the keys from it. */
export const VAULT_MUTATIONS: Groups = {
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
};
