import { readFileSync } from 'node:fs';
import { REJECTION_REASONS, RPC_ERRORS } from '@cairn/api/rpc';
import { WalletError } from '@cairn/wallet';
import { expect, test } from 'vitest';
import { describeFailure, explainCode } from './error-texts.ts';

/** The gateway's own codes, read from its source: the page may not import the gateway. */
function gatewayCodes(): string[] {
  const source = readFileSync(new URL('../../../src/errors.ts', import.meta.url), 'utf8');
  return [...source.matchAll(/^ {2}(?<code>\w+): \[\d{3}, /gm)].map((match) => match.groups!['code']!);
}

/** What an owner can do something about, or can only wait for. The rest is for whoever reads the code. */
const EXPLAINED = `
  nonce_too_low nonce_gap insufficient_balance replacement_fee_too_low sender_limit mempool_full
  unauthorized node_not_ready session_expired node_timeout node_unreachable timeout network
`
  .trim()
  .split(/\s+/);

test.each([...REJECTION_REASONS, ...Object.keys(RPC_ERRORS), ...gatewayCodes(), ...EXPLAINED, 'constructor'])(
  '%s is explained, or quoted',
  (code) => {
    const text = explainCode(code);
    expect(text).toMatch(/^[A-Z].*\.$/s);
    expect(text.includes(`(${code})`)).toBe(!EXPLAINED.includes(code));
  },
);

test('an error of the wallet is explained, any other one is named', () => {
  expect(describeFailure(new WalletError('wallet_locked', ''))).toContain('has been locked');
  expect(describeFailure(new WalletError('storage_write_failed', '', { data: { full: true } }))).toContain(
    'no room',
  );
  expect(describeFailure(new WalletError('plan_mismatch', ''))).toContain('plan_mismatch');
  expect(describeFailure(new TypeError('x'))).toContain('TypeError');
});
