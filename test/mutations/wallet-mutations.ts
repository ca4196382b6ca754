import { groupMutations as inGroup, type Subject } from './mutation.ts';
import { RECORDS_MUTATIONS } from './wallet-records-mutations.ts';
import { SEND_MUTATIONS } from './wallet-send-mutations.ts';
import { VAULT_MUTATIONS } from './wallet-vault-mutations.ts';

const LOGIC = 'packages/wallet/src';
const MODEL = 'gateway/wallet/src/model';
const LIB = 'gateway/wallet/src/lib';

/** The browser wallet's safety rules (docs/WALLET-RULES.md), in its logic and in the page's model. */
export const WALLET: Subject = {
  copied: [
    LOGIC,
    'packages/wallet/package.json',
    'gateway/wallet/src',
    'gateway/wallet/test',
    'gateway/package.json',
    'package.json',
  ],
  linked: [
    'vitest.config.ts',
    'tsconfig.base.json',
    'gateway/wallet/tsconfig.json',
    'packages/api',
    'packages/protocol',
    'packages/ui',
    'packages/token-file',
  ],
  mutations: [
    ...Object.entries(SEND_MUTATIONS),
    ...Object.entries(RECORDS_MUTATIONS),
    ...Object.entries(VAULT_MUTATIONS),
  ].flatMap(([group, entries]) => inGroup(group, entries)),
  near: {
    vault: [`${LOGIC}/vault/vault`, `${LOGIC}/mnemonic`],
    storage: [`${LOGIC}/storage`, `${LOGIC}/vault/replace-vault`],
    keyring: [`${LOGIC}/keyring`],
    'back-off': [`${LOGIC}/lock`, `${MODEL}/password-guard`, `${MODEL}/vault`],
    locking: [`${LOGIC}/lock`, `${MODEL}/vault`, `${MODEL}/lock`],
    'vault in the page': [`${MODEL}/vault`],
    accounts: [`${LOGIC}/accounts`, `${MODEL}/vault`],
    session: [`${LOGIC}/session`, `${MODEL}/model`, `${MODEL}/vault`],
    nonce: [
      `${LOGIC}/send/plan-changes`,
      `${LOGIC}/send/send-plan`,
      `${LOGIC}/send/outbox`,
      `${MODEL}/model`,
      `${MODEL}/hostile`,
    ],
    amounts: [`${LOGIC}/send/amount-entry`, `${LOGIC}/send/send-plan`, `${LOGIC}/account-view`],
    fees: [`${LOGIC}/send/fee-presets`],
    recipient: [`${LOGIC}/send/recipient`, `${LOGIC}/send/address`, `${LOGIC}/send/mistyped`],
    confirmation: [`${LOGIC}/send/twin`, `${LOGIC}/send/plan-changes`, `${MODEL}/model`],
    outbox: [`${LOGIC}/send/outbox`, `${MODEL}/model`],
    replacement: [`${LOGIC}/send/replacement`, `${MODEL}/model`],
    reconciliation: [`${LOGIC}/send/reconcile`, `${LOGIC}/send/outbox`, `${MODEL}/model`],
    'answers of the node': [`${MODEL}/model`, `${MODEL}/history`, `${MODEL}/hostile`],
    'payment request': [`${LOGIC}/records/payment-request`],
    'contacts and files': [
      `${LOGIC}/records/contacts`,
      `${LOGIC}/records/merge`,
      `${LOGIC}/vault/vault-export`,
    ],
    history: [`${LOGIC}/history`, `${LOGIC}/records/history`, `${LOGIC}/records/balance`, `${MODEL}/history`],
    CSV: [`${LOGIC}/records/history-csv`],
    page: [LIB],
  },
  all: [LOGIC, MODEL, LIB],
};
