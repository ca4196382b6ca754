import { describe, expect, it } from 'vitest';
import { readBaseUrl } from './base-url.ts';

describe.each(['PUBLIC_EXPLORER_API_URL', 'PUBLIC_WALLET_URL'] as const)('readBaseUrl of %s', (name) => {
  it.each([
    [undefined, undefined],
    ['', undefined],
    ['  ', undefined],
    ['http://127.0.0.1:28000', 'http://127.0.0.1:28000'],
    ['http://127.0.0.1:28000/', 'http://127.0.0.1:28000'],
    ['https://example.org/cairn//', 'https://example.org/cairn'],
  ])('reads %j as %j', (setting, url) => {
    expect(readBaseUrl(name, setting)).toBe(url);
  });

  it.each(['127.0.0.1:28000', 'ftp://example.org', 'javascript:alert(1)', 'explorer'])(
    'refuses %j, and names the setting',
    (setting) => {
      expect(() => readBaseUrl(name, setting)).toThrow(`${name} is not an http(s) URL: ${setting}`);
    },
  );

  it.each(['http://me:secret@example.org', 'http://example.org/?a=1', 'http://example.org/#a'])(
    'refuses %j, because it has more than an origin and a path',
    (setting) => {
      expect(() => readBaseUrl(name, setting)).toThrow(`${name} must be an origin and a path`);
    },
  );
});
