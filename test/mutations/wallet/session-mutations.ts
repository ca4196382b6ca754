import type { Groups } from '../mutation.ts';

const SESSION = 'packages/wallet/src/session.ts';
const ACTIONS = 'gateway/wallet/src/model/send-actions.ts';
const STATE = 'gateway/wallet/src/model/state.ts';
const MODEL = 'gateway/wallet/src/model/model.ts';
const READ = 'gateway/wallet/src/model/read-node.ts';

/** Rules of when the wallet may send (section 5.2.6 of the interface document). */
export const SESSION_MUTATIONS: Groups = {
  session: [
    [
      'sends without an answer',
      SESSION,
      "if (status === undefined) return ['no_answer'];",
      'if (status === undefined) return [];',
    ],
    ['takes every network', SESSION, "if (status.network !== network) return 'wrong_network';", ''],
    ['takes every chain ID', SESSION, 'status.chain_id !== chainId || ', ''],
    ['takes every magic', SESSION, ' || status.magic !== magic', ''],
    [
      'takes every version',
      SESSION,
      "status.api_version === RPC_LIMITS.apiVersion ? undefined : 'wrong_version'",
      'undefined',
    ],
    [
      'takes every gateway',
      SESSION,
      "if (typeof gatewayNetwork === 'string' && gatewayNetwork !== network) return 'wrong_network';",
      '',
    ],
    ['sends to an empty node', SESSION, "if (!status.initialized) return 'not_initialized';", ''],
    ['sends while it syncs', SESSION, "if (status.syncing) return 'syncing';", ''],
    ['sends when not ready', SESSION, "status.ready ? undefined : 'not_ready'", 'undefined'],
    [
      'sends without an account',
      SESSION,
      "if (account === undefined) return 'account_unknown';",
      'if (account === undefined) return undefined;',
    ],
    [
      'takes an account of another network',
      SESSION,
      "if (account.network !== network) return 'wrong_network';",
      '',
    ],
    [
      'sends without a mempool',
      SESSION,
      "account.mempool_available ? undefined : 'mempool_unavailable'",
      'undefined',
    ],
    [
      'shows another network’s data',
      MODEL,
      'if (findNetworkMismatch({ network: wallet.network, gatewayNetwork: config?.network, status })) {',
      'if (false) {',
    ],
    [
      'goes on with what a silent node said',
      MODEL,
      '    store.update({ link });\n    await showKept',
      '    await showKept',
    ],
    [
      'counts old answers as current',
      STATE,
      'status: online ? state.status : undefined',
      'status: state.status',
    ],
    ['shows old figures as current', STATE, ' && now - readAt < CURRENT_FOR_MS', ''],
    [
      'sends from a watched address',
      STATE,
      "wallet.selected.kind === 'own' ? blockers : ['watch_only', ...blockers]",
      'blockers',
    ],
    [
      'sends through a shut gate',
      ACTIONS,
      'secrets.current === undefined || sendBlockers(state).length > 0 || data',
      'secrets.current === undefined || data',
    ],
    [
      'asks nothing before it signs',
      ACTIONS,
      '        await refresh();\n        return judgePlan',
      '        return judgePlan',
    ],
    [
      'sends kept bytes through a shut gate',
      ACTIONS,
      'entry === undefined || sendBlockers(store.get()).length > 0',
      'entry === undefined',
    ],
  ],
  'answers of the node': [
    [
      'takes answers about others',
      READ,
      'answer.network === network && answer.address === address',
      'answer.network === network',
    ],
    [
      'takes answers of other networks',
      READ,
      'answer.network === network && answer.address === address',
      'answer.address === address',
    ],
    [
      'counts without both readings',
      READ,
      'account.mempool_available && page.mempool_available',
      'account.mempool_available',
    ],
    [
      'shows one account’s answer as another’s',
      MODEL,
      'const current = isSelected(store.get(), address);',
      'const current = true;',
    ],
    ['looks back without end', READ, 'cursor !== null && pages < SEARCH_PAGES', 'cursor !== null'],
    ['ends with a failure of storage', MODEL, '.catch(() => undefined)', ''],
  ],
};
