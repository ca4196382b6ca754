import type { Groups } from '../mutation.ts';

const PLAN = 'packages/wallet/src/send/send-plan.ts';
const CHANGES = 'packages/wallet/src/send/plan-changes.ts';
const CLASH = 'packages/wallet/src/send/nonce-clash.ts';
const AMOUNT = 'packages/wallet/src/send/amount-entry.ts';
const VIEW = 'packages/wallet/src/account-view.ts';
const FEES = 'packages/wallet/src/send/fee-presets.ts';
const TWIN = 'packages/wallet/src/send/twin-transfer.ts';
const ACTIONS = 'gateway/wallet/src/model/send-actions.ts';

/** Rules of what is signed: nonce, amounts, fees, and what was confirmed. */
export const PLAN_MUTATIONS: Groups = {
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
    ['signs beside an open one before it', CLASH, 'entry.nonce <= nonce', 'entry.nonce === nonce'],
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
    [
      'calls no fee unusual',
      FEES,
      'return fee > (samples > 0 ? highest : highest * DEFAULT_MARGIN) * UNUSUAL_FEE_FACTOR;',
      'return false;',
    ],
    ['calls an average fee high', FEES, 'highest! > usual! ? highest! : cap(usual! * 2n)', 'highest!'],
    ['asks for no consent', FEES, 'fee * 100n > amount * FEE_CONSENT_PERCENT', 'false'],
    [
      'offers what does not fit',
      FEES,
      'return fee > MAX_SUGGESTED_FEE ? MAX_SUGGESTED_FEE : fee;',
      'return fee;',
    ],
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
};
