import { describe, expect, it } from 'vitest';
import { HttpError } from '../route.ts';
import { EXPLORER_ERRORS, EXPLORER_FIXED_BODIES, explorerError, explorerIndexError } from './errors.ts';

describe('explorer errors', () => {
  it('have a status, code and message', () => {
    const error = explorerError('block_not_found');
    expect(error).toBeInstanceOf(HttpError);
    expect(error.status).toBe(404);
    expect(error.body).toEqual({ error: 'block_not_found', message: EXPLORER_ERRORS.block_not_found[1] });
  });

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
    const error = explorerError('explorer_index_unavailable');
    expect(error.status).toBe(503);
    expect(JSON.stringify(error.body)).toBe('{"error":"explorer_index_unavailable"}');
  });

  it('has the fixed bodies of answers without a code', () => {
    expect(JSON.stringify(EXPLORER_FIXED_BODIES.notFound)).toBe('{"detail":"Not Found"}');
    expect(JSON.stringify(EXPLORER_FIXED_BODIES.methodNotAllowed)).toBe('{"detail":"Method Not Allowed"}');
  });
});
