import type { Groups } from '../mutation.ts';

const RECIPIENT = 'packages/wallet/src/send/recipient-entry.ts';
const RISK = 'packages/wallet/src/send/recipient-risk.ts';
const LIKENESS = 'packages/wallet/src/send/address-comparison.ts';

/** Rules of whom a transfer pays, and of requests to be paid. */
export const RECIPIENT_MUTATIONS: Groups = {
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
};
