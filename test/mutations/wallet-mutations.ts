import { groupMutations, type Subject } from './mutation.ts';
import { CONTENTS_MUTATIONS } from './wallet/contents-mutations.ts';
import { HISTORY_MUTATIONS } from './wallet/history-mutations.ts';
import { LOCKING_MUTATIONS } from './wallet/locking-mutations.ts';
import { OUTBOX_MUTATIONS } from './wallet/outbox-mutations.ts';
import { PLAN_MUTATIONS } from './wallet/plan-mutations.ts';
import { RECIPIENT_MUTATIONS } from './wallet/recipient-mutations.ts';
import { RECORDS_MUTATIONS } from './wallet/records-mutations.ts';
import { REPLACEMENT_MUTATIONS } from './wallet/replacement-mutations.ts';
import { SESSION_MUTATIONS } from './wallet/session-mutations.ts';
import { VAULT_MUTATIONS } from './wallet/vault-mutations.ts';

const LOGIC = 'packages/wallet/src';
const MODEL = 'gateway/wallet/src/model';
const LIB = 'gateway/wallet/src/lib';

/** The browser wallet's safety rules (test/rules.txt), in its logic and in the page's model. */
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
    'gateway/src',
    'test/vectors',
    'gateway/wallet/tsconfig.json',
    'packages/api',
    'packages/protocol',
    'packages/ui',
    'packages/token-file',
  ],
  mutations: [
    SESSION_MUTATIONS,
    PLAN_MUTATIONS,
    RECIPIENT_MUTATIONS,
    OUTBOX_MUTATIONS,
    REPLACEMENT_MUTATIONS,
    RECORDS_MUTATIONS,
    HISTORY_MUTATIONS,
    VAULT_MUTATIONS,
    LOCKING_MUTATIONS,
    CONTENTS_MUTATIONS,
  ].flatMap(groupMutations),
  near: {
    vault: [`${LOGIC}/vault/vault`, `${LOGIC}/mnemonic`],
    storage: [`${LOGIC}/storage`, `${LOGIC}/vault/replace-vault`],
    keyring: [`${LOGIC}/keyring`],
    'back-off': [`${LOGIC}/lock`, `${MODEL}/password`],
    locking: [
      `${LOGIC}/lock`,
      `${MODEL}/auto-lock`,
      `${MODEL}/lock`,
      `${MODEL}/tabs`,
      `${MODEL}/vault-session`,
    ],
    'vault in the page': [`${MODEL}/vault`, `${MODEL}/tabs`, `${MODEL}/password`, `${MODEL}/model`],
    accounts: [`${LOGIC}/accounts`, `${MODEL}/accounts`],
    session: [
      `${LOGIC}/session`,
      `${MODEL}/node-link`,
      `${MODEL}/sending`,
      `${MODEL}/kept`,
      `${MODEL}/accounts`,
    ],
    nonce: [
      `${LOGIC}/send/plan-changes`,
      `${LOGIC}/send/send-plan`,
      `${LOGIC}/send/outbox`,
      `${MODEL}/sending`,
      `${MODEL}/kept`,
      `${MODEL}/hostile`,
    ],
    amounts: [`${LOGIC}/send/amount-entry`, `${LOGIC}/send/send-plan`, `${LOGIC}/account-view`],
    fees: [`${LOGIC}/send/fee-presets`],
    recipient: [`${LOGIC}/send/recipient`, `${LOGIC}/send/address`, `${LOGIC}/send/mistyped`],
    confirmation: [
      `${LOGIC}/send/twin`,
      `${LOGIC}/send/plan-changes`,
      `${MODEL}/sending`,
      `${MODEL}/replacing`,
    ],
    outbox: [`${LOGIC}/send/outbox`, `${MODEL}/kept`],
    replacement: [`${LOGIC}/send/replacement`, `${MODEL}/replacing`],
    reconciliation: [
      `${LOGIC}/send/reconcile`,
      `${LOGIC}/send/outbox`,
      `${MODEL}/kept`,
      `${MODEL}/replacing`,
      `${MODEL}/model`,
    ],
    'answers of the node': [`${MODEL}/node-link`, `${MODEL}/model`, `${MODEL}/history`, `${MODEL}/hostile`],
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
