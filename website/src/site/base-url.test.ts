import { describe, expect, it } from 'vitest';
import { readBaseUrl, readNetwork, readWitnesses } from './base-url.ts';

describe('the URL of a server', () => {
  const name = 'PUBLIC_WALLET_URL';
  it.each([
    [undefined, undefined],
    ['', undefined],
    ['  ', undefined],
    ['http://127.0.0.1:28000', 'http://127.0.0.1:28000'],
    ['http://127.0.0.1:28000/', 'http://127.0.0.1:28000'],
    ['https://example.org/cairn//', 'https://example.org/cairn'],
    ['/tab/explorer/', '/tab/explorer'],
  ])('reads %j as %j', (setting, url) => {
    expect(readBaseUrl(name, setting)).toBe(url);
  });

  it.each([
    '127.0.0.1:28000',
    'ftp://example.org',
    'javascript:alert(1)',
    'explorer',
    '//example.org',
    '/a?b=1',
  ])('refuses %j, and names the setting', (setting) => {
    expect(() => readBaseUrl(name, setting)).toThrow(`${name} is not an http(s) URL: ${setting}`);
  });

  it.each(['http://me:secret@example.org', 'http://example.org/?a=1', 'http://example.org/#a'])(
    'refuses %j, because it has more than an origin and a path',
    (setting) => {
      expect(() => readBaseUrl(name, setting)).toThrow(`${name} must be an origin and a path`);
    },
  );
});

describe('the other settings', () => {
  it('name witnesses, each once and at most five', () => {
    expect(readWitnesses(undefined)).toEqual([]);
    expect(readWitnesses(' https://a.example/, https://b.example/x\nhttps://a.example')).toEqual([
      'https://a.example',
      'https://b.example/x',
    ]);
    const six = Array.from({ length: 6 }, (_, at) => `https://${at}.example`).join(' ');
    expect(() => readWitnesses(six)).toThrow('PUBLIC_WITNESS_API_URLS has more than 5 URLs');
    expect(() => readWitnesses('https://a.example a.example')).toThrow('is not an http(s) URL: a.example');
  });

  it('name the network', () => {
    expect(['', ' testnet ', 'devnet'].map(readNetwork)).toEqual([undefined, 'testnet', 'devnet']);
    expect(() => readNetwork('foonet')).toThrow('PUBLIC_NETWORK is not the name of a network: foonet');
  });
});
