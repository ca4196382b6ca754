import { describe, expect, it } from 'vitest';
import { readApiBaseUrl } from './api-base-url.ts';

describe('readApiBaseUrl', () => {
  it.each([
    [undefined, undefined],
    ['', undefined],
    ['  ', undefined],
    ['http://127.0.0.1:28000', 'http://127.0.0.1:28000'],
    ['http://127.0.0.1:28000/', 'http://127.0.0.1:28000'],
    ['https://example.org/cairn//', 'https://example.org/cairn'],
  ])('reads %j as %j', (setting, url) => {
    expect(readApiBaseUrl(setting)).toBe(url);
  });

  it.each(['127.0.0.1:28000', 'ftp://example.org', 'javascript:alert(1)', 'explorer'])(
    'refuses %j with a clear line',
    (setting) => {
      expect(() => readApiBaseUrl(setting)).toThrow(/PUBLIC_EXPLORER_API_URL is not an http/);
    },
  );

  it.each(['http://me:secret@example.org', 'http://example.org/?a=1', 'http://example.org/#a'])(
    'refuses %j: only an origin and a path belong there',
    (setting) => {
      expect(() => readApiBaseUrl(setting)).toThrow(/only an origin and a path/);
    },
  );
});
