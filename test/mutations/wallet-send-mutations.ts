import type { Entry } from './mutation.ts';

const SESSION = 'packages/wallet/src/session.ts';
const PLAN = 'packages/wallet/src/send/send-plan.ts';
const CHANGES = 'packages/wallet/src/send/plan-changes.ts';
const CLASH = 'packages/wallet/src/send/nonce-clash.ts';
const AMOUNT = 'packages/wallet/src/send/amount-entry.ts';
const VIEW = 'packages/wallet/src/account-view.ts';
const FEES = 'packages/wallet/src/send/fee-presets.ts';
const RECIPIENT = 'packages/wallet/src/send/recipient-entry.ts';
const RISK = 'packages/wallet/src/send/recipient-risk.ts';
const LIKENESS = 'packages/wallet/src/send/address-comparison.ts';
const TWIN = 'packages/wallet/src/send/twin-transfer.ts';
const OUTBOX = 'packages/wallet/src/send/outbox.ts';
const SUBMISSION = 'packages/wallet/src/send/submission.ts';
const REPLACEMENT = 'packages/wallet/src/send/replacement.ts';
const RECONCILE = 'packages/wallet/src/send/reconcile.ts';
const ACTIONS = 'gateway/wallet/src/model/send-actions.ts';
const STATE = 'gateway/wallet/src/model/state.ts';
const MODEL = 'gateway/wallet/src/model/model.ts';
const READ = 'gateway/wallet/src/model/read-node.ts';

/** Rules of sending (section 5.2.6 of the interface document, and what keeps a person from losing coins), by group. */
export const SEND_MUTATIONS: Readonly<Record<string, readonly Entry[]>> = {
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
  nonce: [
    ['counts nonces itself', PLAN, 'nonce: account.next_nonce,', 'nonce: account.nonce + 1,'],
    ['goes beyond the last nonce', PLAN, '|| exceeds || nonceExhausted)', '|| exceeds)'],
    ['takes the chain from elsewhere', PLAN, 'chain: getNetwork(network).chainId,', 'chain: 1,'],
    ['signs another nonce than was shown', CHANGES, '[...findNonceChange(plan, account), ', '['],
    [
      'signs for another account than was shown',
      CHANGES,
      "if (account.address !== plan.body.fromAddress) return [{ kind: 'account' }];",
      '',
    ],
    [
      'signs beside an open one',
      ACTIONS,
      'findNonceClash(data.outbox, plan.body.nonce) !== undefined',
      'false',
    ],
    ['signs beside an open one before it', CLASH, 'item.entry.nonce <= nonce', 'item.entry.nonce === nonce'],
    ['signs over one that is pending', ACTIONS, 'isNonceTaken(data.history.pending, plan)', 'false'],
    [
      'lets two tabs sign at once',
      ACTIONS,
      'services.sendAlone(plan.body.fromAddress, async () => {',
      '(async (work: () => Promise<SendResult>) => work())(async () => {',
    ],
  ],
  amounts: [
    ['reads a comma', AMOUNT, "if (/^[\\d.,]*,[\\d.,]*$/.test(typed)) return problem('comma');", ''],
    [
      'counts in floating point',
      AMOUNT,
      'return within(parseCoins(typed), maximum);',
      'return within(BigInt(Math.round(Number(typed) * 1e8)), maximum);',
    ],
    ['takes nothing for an amount', AMOUNT, "if (pebbles === 0n) return problem('zero');", ''],
    [
      'takes more than fits',
      AMOUNT,
      "return pebbles > maximum ? problem('too_large') : { ok: true, pebbles };",
      'return { ok: true, pebbles };',
    ],
    [
      'takes coins for pebbles',
      AMOUNT,
      "unit === 'crn' ? /\\s*CRN$/i : /\\s*pebbles?$/i",
      '/\\s*(?:CRN|pebbles?)$/i',
    ],
    [
      'changes the amount with the unit',
      AMOUNT,
      'parseAmountEntry(text, { unit: from })',
      'parseAmountEntry(text, { unit: to })',
    ],
    [
      'takes a fraction of a pebble',
      AMOUNT,
      "if (/^\\d*\\.\\d*$/.test(typed) && typed !== '.') return problem('fraction');\n  if (!/^\\d+$/.test(typed)) return problem('not_a_number');\n  return within(BigInt(typed), maximum);",
      'return within(BigInt(Math.floor(Number(typed) || 0)), maximum);',
    ],
    [
      'spends without the fee',
      PLAN,
      'amount.pebbles + (fee.ok ? fee.pebbles : MIN_FEE) > spendable',
      'amount.pebbles > spendable',
    ],
    [
      'spends more than there is',
      PLAN,
      'if (!recipient.ok || !amount.ok || !fee.ok || exceeds ||',
      'if (!recipient.ok || !amount.ok || !fee.ok ||',
    ],
    [
      'spends the confirmed balance',
      PLAN,
      'const spendable = parsePebbles(account.spendable_balance);',
      'const spendable = parsePebbles(account.balance);',
    ],
    [
      'leaves no fee at the most',
      PLAN,
      'parsePebbles(account.spendable_balance) - fee;',
      'parsePebbles(account.spendable_balance);',
    ],
    ['offers to send nothing', PLAN, 'rest > 0n ? rest : undefined', 'rest'],
    [
      'counts the total without the fee',
      PLAN,
      'const total = body.value + body.fee;',
      'const total = body.value;',
    ],
    [
      'shows a negative amount',
      VIEW,
      'confirmed > spendable ? confirmed - spendable : 0n',
      'confirmed - spendable',
    ],
  ],
  fees: [
    ['learns from one fee', FEES, 'if (fees.length < MIN_FEE_SAMPLES)', 'if (fees.length < 1)'],
    ['learns from old blocks', FEES, ' && height - block < RECENT_BLOCKS', ''],
    ['learns from rewards', FEES, ' && from !== COINBASE_SENDER', ''],
    ['calls no fee unusual', FEES, 'fee > presets.high * UNUSUAL_FEE_FACTOR', 'false'],
    [
      'offers what does not fit',
      FEES,
      'return fee > MAX_SUGGESTED_FEE ? MAX_SUGGESTED_FEE : fee;',
      'return fee;',
    ],
  ],
  recipient: [
    [
      'takes what does not add up',
      RECIPIENT,
      "length < ADDRESS_LENGTH ? 'too_short' : 'checksum', length",
      "'too_short', length",
    ],
    [
      'does not know other networks',
      RECIPIENT,
      "return { ok: false, problem: 'wrong_network', network: other, length };",
      'return { ok: true, address, own: false };',
    ],
    [
      'pays the sender of rewards',
      RECIPIENT,
      "if (address === COINBASE_SENDER) return { ok: false, problem: 'coinbase_sender', length };",
      '',
    ],
    ['does not know own addresses', RECIPIENT, 'own: own.includes(address)', 'own: false'],
    [
      'pays coins of others',
      RECIPIENT,
      "if (FOREIGN_FORM.test(address)) return { ok: false, problem: 'foreign', length };",
      '',
    ],
    ['sees no look-alike', LIKENESS, '>= LOOK_ALIKE_CHARACTERS', '> 100'],
    ['counts the network’s own character', LIKENESS, 'Math.max(0, prefix - 1) + suffix', 'prefix + suffix'],
    [
      'trusts who paid us',
      RISK,
      'return undefined;\n  const rank',
      "return undefined;\n  if (trust === 'paid_by') return undefined;\n  const rank",
    ],
    ['trusts strangers as much as friends', RISK, 'rank(item.trust) <= rank(trust) && ', 'false && '],
    ['names the least trusted', RISK, 'rank(a.trust) - rank(b.trust)', 'rank(b.trust) - rank(a.trust)'],
    ['says no first time', RISK, "met?.trust !== 'own' && !paid.has(address)", 'false'],
    [
      'takes every transfer for a payment',
      RISK,
      'input.transfers.filter(({ from_address }) => own.has(from_address))',
      'input.transfers',
    ],
    ['marks no difference', LIKENESS, 'character !== other[place]', 'false'],
  ],
  confirmation: [
    ['signs with less than was shown', CHANGES, 'return now < planned ? ', 'return false ? '],
    ['asks again for more', CHANGES, 'now < planned', 'now !== planned'],
    [
      'signs in place of what is settled',
      CHANGES,
      "return pendingIds.has(plan.replaces.id)\n      ? findLessSpendable(plan, account)\n      : [{ kind: 'original_settled' }];",
      'return findLessSpendable(plan, account);',
    ],
    ['signs what changed', ACTIONS, "if (changes.length > 0) return { kind: 'changed', changes };", ''],
    ['sees no twin', TWIN, 'item.to_address === body.toAddress &&', 'false &&'],
    ['takes the replaced one for a twin', TWIN, 'item.id !== replaces?.id &&', ''],
    ['takes another amount for a twin', TWIN, '&&\n      item.value === body.value.toString()', ''],
  ],
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
    ['sends what was altered', OUTBOX, '  if (!intact) {', '  if (false) {'],
    ['sends what another ID names', OUTBOX, 'transactionId(raw) === entry.id &&', ''],
    ['sends to another than it says', OUTBOX, 'transaction.toAddress === entry.toAddress &&', ''],
    ['sends another amount than it says', OUTBOX, 'transaction.value.toString() === entry.value &&', ''],
    ['sends another fee than it says', OUTBOX, '&&\n    transaction.fee.toString() === entry.fee', ''],
    ['sends another nonce than it says', OUTBOX, 'transaction.nonce === entry.nonce &&', ''],
    [
      'sends for another chain than it says',
      OUTBOX,
      'transaction.chain === getNetwork(entry.network).chainId &&',
      '',
    ],
    ['sends from another than it says', OUTBOX, 'transaction.fromAddress === entry.fromAddress &&', ''],
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
      OUTBOX,
      "return reconciliation.kind === 'absent' || entry.state !== 'accepted';",
      'return false;',
    ],
    ['asks about what is replaced', OUTBOX, "  if (entry.state === 'replaced') return false;\n", ''],
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
  replacement: [
    ['raises the fee too little', REPLACEMENT, '(fee * 11n + 9n) / 10n', '(fee * 11n) / 10n'],
    [
      'raises a small fee not at all',
      REPLACEMENT,
      'tenPercentMore > fee ? tenPercentMore : fee + 1n',
      'tenPercentMore',
    ],
    [
      'takes too low a fee',
      REPLACEMENT,
      "if (entry.pebbles < minimumFee) return { minimumFee, feeProblem: 'below_minimum' };",
      '',
    ],
    ['replaces what others sent', REPLACEMENT, 'transaction.from_address === account.address &&', ''],
    ['replaces what is confirmed', REPLACEMENT, "transaction.status === 'pending' &&", ''],
    ['replaces a used nonce', REPLACEMENT, 'transaction.nonce > account.nonce &&', ''],
    [
      'replaces beyond the largest fee',
      REPLACEMENT,
      '&&\n    minimumReplacementFee(parsePebbles(transaction.fee)) <= MAX_FEE',
      '',
    ],
    [
      'replaces what cannot be',
      REPLACEMENT,
      "if (!isReplaceable(original, account)) throw new RangeError('this transaction cannot be replaced');",
      '',
    ],
    ['takes a new nonce', REPLACEMENT, 'nonce: transaction.nonce,', 'nonce: transaction.nonce + 1,'],
    [
      'cancels to the recipient',
      REPLACEMENT,
      'toAddress: original.from_address, value: CANCEL_VALUE',
      'value: CANCEL_VALUE',
    ],
    [
      'cancels with the whole value',
      REPLACEMENT,
      'toAddress: original.from_address, value: CANCEL_VALUE',
      'toAddress: original.from_address',
    ],
    [
      'replaces with what is not there',
      REPLACEMENT,
      "if (remaining < 0n) return { minimumFee, feeProblem: 'insufficient_balance' };",
      '',
    ],
    ['does not say what it replaces', REPLACEMENT, 'spendable, replaces } };', 'spendable } };'],
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
      "if (entry.replacedBy !== undefined) return { kind: 'replaced', by: entry.replacedBy.id, final: true };",
      '',
    ],
    ['calls a used nonce free', RECONCILE, 'entry.nonce <= account.nonce || ', ''],
    ['calls it lost without a mempool', RECONCILE, ' || !account.mempool_available', ''],
    [
      'calls a taken nonce free',
      RECONCILE,
      "entry.nonce < account.next_nonce ? { kind: 'unknown' } : { kind: 'absent' }",
      "{ kind: 'absent' }",
    ],
    [
      'keeps what is confirmed',
      OUTBOX,
      "if (kind === 'confirmed') return undefined;",
      "if (kind === 'confirmed') return entry;",
    ],
    [
      'forgets what was replaced',
      OUTBOX,
      "if (kind === 'confirmed') return undefined;",
      "if (kind === 'confirmed' || kind === 'replaced') return undefined;",
    ],
    ['settles before the block', OUTBOX, '!reconciliation.final || ', ''],
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
