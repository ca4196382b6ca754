import type { Groups } from '../mutation.ts';

const PASSWORD = 'gateway/wallet/src/model/password-actions.ts';
const ACTIONS = 'gateway/wallet/src/model/vault-actions.ts';
const SESSION = 'gateway/wallet/src/model/vault-session.ts';
const DISCOVERY = 'gateway/wallet/src/model/discovery.ts';
const DISCOVER = 'packages/wallet/src/accounts/discover-accounts.ts';
const LIST = 'packages/wallet/src/accounts/account-list.ts';

/** Rules of what changes the vault in the page, and of the accounts in it. */
export const CONTENTS_MUTATIONS: Groups = {
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
    [
      'renames without cleaning',
      LIST,
      'const clean = fitText(name, CONTENTS_LIMITS.name);',
      'const clean = name;',
    ],
    [
      'adds accounts without cleaning their name',
      LIST,
      '({ index, name: fitText(name, CONTENTS_LIMITS.name) })',
      '({ index, name })',
    ],
    [
      'watches without cleaning the name',
      LIST,
      'name: fitText(entry.name, CONTENTS_LIMITS.name)',
      'name: entry.name',
    ],
  ],
};
