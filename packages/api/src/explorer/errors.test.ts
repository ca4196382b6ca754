import { describe, expect, it } from 'vitest';
import { HttpError } from '../route.ts';
import {
  EXPLORER_ERROR_MESSAGES,
  EXPLORER_ERROR_STATUS,
  EXPLORER_FIXED_BODIES,
  explorerError,
  explorerIndexError,
  explorerIndexUnavailable,
  type ExplorerPlainErrorCode,
} from './errors.ts';

describe('explorer errors', () => {
  it.each(Object.keys(EXPLORER_ERROR_MESSAGES) as ExplorerPlainErrorCode[])(
    '%s has code and message',
    (code) => {
      const error = explorerError(code);
      expect(error).toBeInstanceOf(HttpError);
      expect(error.status).toBe(EXPLORER_ERROR_STATUS[code]);
      expect(error.body).toEqual({ error: code, message: EXPLORER_ERROR_MESSAGES[code] });
    },
  );

  it.each([
    [
      'disabled',
      '{"error":"explorer_index_disabled","index":{"state":"disabled","enabled":false,"ready":false}}',
    ],
    [
      'building',
      '{"error":"explorer_index_building","index":{"state":"building","enabled":true,"ready":false}}',
    ],
    ['error', '{"error":"explorer_index_error","index":{"state":"error","enabled":true,"ready":false}}'],
  ] as const)('an index that is %s gives exactly the body of section 7.1', (state, body) => {
    const error = explorerIndexError(state);
    expect(error.status).toBe(503);
    expect(JSON.stringify(error.body)).toBe(body);
  });

  it('an unavailable index gives exactly the body of section 7.1', () => {
    const error = explorerIndexUnavailable();
    expect(error.status).toBe(503);
    expect(JSON.stringify(error.body)).toBe('{"error":"explorer_index_unavailable"}');
  });

  it('has the fixed bodies of answers without a code', () => {
    expect(JSON.stringify(EXPLORER_FIXED_BODIES.notFound)).toBe('{"detail":"Not Found"}');
    expect(JSON.stringify(EXPLORER_FIXED_BODIES.methodNotAllowed)).toBe('{"detail":"Method Not Allowed"}');
  });
});
