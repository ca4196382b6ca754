import { readFileSync } from 'node:fs';
import { REJECTION_REASONS, RPC_ERRORS } from '@cairn/api/rpc';
import { describe, expect, test } from 'vitest';
import { explainCode } from './error-texts.ts';
import { t } from './code.texts.ts';

/** The gateway's own codes, read from its source: the page may not import the gateway. */
function gatewayCodes(): string[] {
  const source = readFileSync(new URL('../../../src/errors.ts', import.meta.url), 'utf8');
  return [...source.matchAll(/^ {2}(?<code>\w+): \[\d{3}, /gm)].map((match) => match.groups!['code']!);
}

/** Codes of the RPC client for missing or wrong answers. */
const CLIENT_CODES = [
  'timeout',
  'network',
  'not_json',
  'unexpected_shape',
  'unexpected_receipt',
  'foreign_answer',
];

describe('every code has a text', () => {
  test('all codes are read', () => {
    expect(REJECTION_REASONS).toContain('nonce_gap');
    expect(gatewayCodes()).toEqual(
      expect.arrayContaining(['session_expired', 'node_timeout', 'internal_error']),
    );
    expect(gatewayCodes().length).toBeGreaterThan(24);
  });

  test.each([...REJECTION_REASONS, ...Object.keys(RPC_ERRORS), ...gatewayCodes(), ...CLIENT_CODES])(
    '%s',
    (code) => {
      const text = explainCode(code);
      expect(text).not.toBe(t('code.unknown', { code }));
      // Only the text for a request that was changed between page and gateway contains its code.
      if (!text.startsWith('The gateway refused the request (')) expect(text).not.toContain(code);
      expect(text).toMatch(/^[A-Z].*\.$/s);
    },
  );

  test('an unknown code is quoted', () => {
    expect(explainCode('made_up')).toBe('The answer was “made_up”.');
    expect(explainCode('constructor')).toBe('The answer was “constructor”.');
  });
});
