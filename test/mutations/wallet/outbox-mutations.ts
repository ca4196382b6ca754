import type { Groups } from '../mutation.ts';

const OUTBOX = 'packages/wallet/src/send/outbox.ts';
const ITEMS = 'packages/wallet/src/send/outbox-items.ts';
const INTACT = 'packages/wallet/src/send/intact-entry.ts';
const SUBMISSION = 'packages/wallet/src/send/submission.ts';
const CLASH = 'packages/wallet/src/send/nonce-clash.ts';
const RECONCILE = 'packages/wallet/src/send/reconcile.ts';
const ACTIONS = 'gateway/wallet/src/model/send-actions.ts';
const MODEL = 'gateway/wallet/src/model/model.ts';
const READ = 'gateway/wallet/src/model/read-node.ts';

/** Rules of what was signed: kept, sent, sent again, found again. */
export const OUTBOX_MUTATIONS: Groups = {
  outbox: [
    [
      'sends before it keeps',
      OUTBOX,
      '  await outbox.put(entry);\n  return entry;',
      '  void outbox.put(entry);\n  return entry;',
    ],
    [
      'hides that it could not keep',
      OUTBOX,
      '  await outbox.put(entry);\n  return entry;',
      '  await outbox.put(entry).catch(() => undefined);\n  return entry;',
    ],
    ['signs for another network', OUTBOX, 'if (plan.network !== keyring.network) {', 'if (false) {'],
    ['records no attempt', OUTBOX, '  await outbox.put(attempt);\n', ''],
    [
      'records a clear state before the answer',
      OUTBOX,
      "sentAt: now, state: 'unclear' };",
      "sentAt: now, state: 'signed' };",
    ],
    ['sends what was altered', OUTBOX, '  if (!isIntact(entry)) {', '  if (false) {'],
    ['sends what another ID names', INTACT, 'transactionId(raw) === entry.id &&', ''],
    ['sends to another than it says', INTACT, 'transaction.toAddress === entry.toAddress &&', ''],
    ['sends another amount than it says', INTACT, 'transaction.value.toString() === entry.value &&', ''],
    ['sends another fee than it says', INTACT, '&&\n    transaction.fee.toString() === entry.fee', ''],
    ['sends another nonce than it says', INTACT, 'transaction.nonce === entry.nonce &&', ''],
    [
      'sends for another chain than it says',
      INTACT,
      'transaction.chain === getNetwork(entry.network).chainId &&',
      '',
    ],
    ['sends from another than it says', INTACT, 'transaction.fromAddress === entry.fromAddress &&', ''],
    ['sends what is replaced for good', OUTBOX, "if (entry.state === 'replaced')\n", 'if (false)\n'],
    [
      'takes a storage failure for one of sending',
      OUTBOX,
      "if (!isWalletError(error, 'storage_write_failed')) throw error;",
      'throw error;',
    ],
    [
      'forgets what is unclear',
      OUTBOX,
      'else await outbox.put({ ...attempt, state: outcome.kind, problem: outcome.code });',
      'else await outbox.remove(attempt.id);',
    ],
    ['believes any receipt', SUBMISSION, ' || receipt.transaction.id !== id', ''],
    [
      'takes silence for a refusal',
      SUBMISSION,
      "return { kind: 'unclear', code: error.kind };",
      "return { kind: 'rejected', code: error.kind };",
    ],
    [
      'takes a fault of the node for a refusal',
      SUBMISSION,
      "  return { kind: 'unclear', code };\n}",
      "  return { kind: 'rejected', code };\n}",
    ],
    ['takes a time-out for a refusal', SUBMISSION, ' && status !== 408', ''],
    ['throws away what time cures', SUBMISSION, 'PASSING_REASONS.has(reason) ? ', 'false ? '],
    [
      'takes confirmed for refused',
      SUBMISSION,
      "if (reason === 'already_confirmed') return { kind: 'confirmed' };",
      '',
    ],
    [
      'decides by itself',
      ITEMS,
      "return reconciliation.kind === 'absent' || !['accepted', 'confirmed'].includes(entry.state);",
      'return false;',
    ],
    ['asks about what is replaced', ITEMS, "  if (entry.state === 'replaced') return false;\n", ''],
    ['shows what was altered', ITEMS, "isIntact(entry) ? ask() : { kind: 'damaged' }", 'ask()'],
    [
      'asks nobody about what is damaged',
      ITEMS,
      "  if (reconciliation.kind === 'damaged') return true;\n",
      "  if (reconciliation.kind === 'damaged') return false;\n",
    ],
    ['tells as replaced what is damaged', ITEMS, " && reconciliation.kind !== 'damaged'", ''],
    ['signs beside what is damaged', CLASH, "kind === 'damaged' || ", ''],
    [
      'sends what another tab let go of',
      ACTIONS,
      '(await outbox.list(network, fromAddress)).find((kept) => kept.id === id)',
      'item.entry',
    ],
    [
      'shows nothing kept while the node is silent',
      MODEL,
      'await showKept(services, store)',
      'await Promise.resolve()',
    ],
  ],
  reconciliation: [
    [
      'goes by the nonce alone',
      RECONCILE,
      'const same = items.find((item) => item.id === entry.id);',
      'const same = items.find((item) => item.nonce === entry.nonce);',
    ],
    ['takes another sender’s nonce', RECONCILE, 'item.from_address === fromAddress && ', ''],
    ['calls a pending rival final', RECONCILE, "final: rival.status === 'confirmed'", 'final: true'],
    [
      'prefers the pending rival',
      RECONCILE,
      "rivals.find((item) => item.status === 'confirmed') ?? rivals[0]",
      'rivals[0]',
    ],
    [
      'forgets what replaced it',
      RECONCILE,
      'if (entry.replacedBy !== undefined && entry.nonce <= account.nonce)',
      'if (false)',
    ],
    ['believes in what the chain lost', RECONCILE, ' && entry.nonce <= account.nonce)', ')'],
    ['calls a used nonce free', RECONCILE, 'entry.nonce <= account.nonce || ', ''],
    ['calls it lost without a mempool', RECONCILE, ' || !account.mempool_available', ''],
    [
      'calls a taken nonce free',
      RECONCILE,
      "entry.nonce < account.next_nonce ? { kind: 'unknown' } : { kind: 'absent' }",
      "{ kind: 'absent' }",
    ],
    ['keeps what is settled', ITEMS, 'if (depthOf(blockHeight, tip) >= SETTLED_DEPTH) return undefined;', ''],
    [
      'forgets at the first confirmation',
      ITEMS,
      'depthOf(blockHeight, tip) >= SETTLED_DEPTH',
      'depthOf(blockHeight, tip) >= 1',
    ],
    [
      'forgets what a receipt calls confirmed',
      OUTBOX,
      "if (outcome.kind === 'rejected') await",
      "if (outcome.kind === 'rejected' || outcome.kind === 'confirmed') await",
    ],
    [
      'forgets what was replaced',
      ITEMS,
      "    case 'replaced':\n",
      "    case 'replaced':\n      if (reconciliation.final) return undefined;\n",
    ],
    ['settles before the block', ITEMS, 'reconciliation.final ? ', 'true ? '],
    ['calls confirmed what fell out', ITEMS, "if (state === 'confirmed') {", 'if (false) {'],
    ['calls replaced what is free again', ITEMS, "if (state === 'replaced') return {", 'if (false) return {'],
    [
      'lists what is kept after it asked',
      READ,
      '  const entries = await services.storage.outbox.list(network, address);\n  const { account, page } = await askForAccount(services, network, address);',
      '  const { account, page } = await askForAccount(services, network, address);\n  const entries = await services.storage.outbox.list(network, address);',
    ],
    [
      'does not look further back',
      READ,
      'if (outbox.some((item) => isOlderThanRead(item, account.nonce))) {',
      'if (false) {',
    ],
  ],
};
