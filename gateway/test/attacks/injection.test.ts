import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ADDRESS, Harness, RAW, refusalOf, type HeaderValue } from '../harness.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await Harness.start();
});
beforeEach(() => {
  harness.node.requests.length = 0;
});
afterAll(() => harness.stop());

/** Headers that the gateway sends to the node with a read and with a submission, whatever headers the client sends. */
const READ_HEADERS = ['Accept', 'Authorization', 'host', 'Connection'];
const WRITE_HEADERS = ['Accept', 'Authorization', 'Content-Type', 'host', 'Content-Length', 'Connection'];

function namesSeen(): string[][] {
  return harness.node.requests.map(({ rawHeaders }) => rawHeaders.filter((_, at) => at % 2 === 0));
}

function valueSeen(name: string): string[] {
  return harness.node.requests.map(({ rawHeaders }) => rawHeaders[rawHeaders.indexOf(name) + 1]!);
}

const INJECTED: readonly [string, Readonly<Record<string, HeaderValue>>][] = [
  ['Authorization', { Authorization: 'Bearer injected-injected-injected-injected' }],
  ['two Authorization headers', { Authorization: ['Bearer one', 'Bearer two'] }],
  ['Proxy-Authorization', { 'Proxy-Authorization': 'Bearer injected' }],
  ['X-Cookie', { 'X-Cookie': 'a=b' }],
  ['Forwarded', { Forwarded: 'for=evil.example;host=evil.example;proto=https' }],
  ['X-Forwarded-For', { 'X-Forwarded-For': '6.6.6.6' }],
  ['X-Forwarded-Host', { 'X-Forwarded-Host': 'evil.example' }],
  ['X-Forwarded-Proto', { 'X-Forwarded-Proto': 'https' }],
  ['X-Forwarded-Port', { 'X-Forwarded-Port': '1' }],
  ['X-Forwarded-Prefix', { 'X-Forwarded-Prefix': '/v1/blocks' }],
  ['X-Original-URL', { 'X-Original-URL': '/v1/blocks/1', 'X-Rewrite-URL': '/v1/blocks/1' }],
  ['Connection: authorization', { Connection: 'authorization' }],
  ['Connection: authorization, host', { Connection: 'keep-alive, Authorization, Host, Content-Length' }],
  ['Connection: authorization twice', { Connection: ['Authorization', 'Content-Type'] }],
  ['Connection: close', { Connection: 'close, authorization' }],
  ['Proxy-Connection', { 'Proxy-Connection': 'keep-alive' }],
  ['TE and Trailer', { TE: 'trailers', Trailer: 'Authorization' }],
  ['Range', { Range: 'bytes=0-1' }],
  ['If-None-Match', { 'If-None-Match': '*' }],
  ['Accept', { Accept: 'text/html', 'Accept-Encoding': 'gzip', 'Accept-Language': 'xx' }],
  ['an override of the method', { 'X-HTTP-Method-Override': 'DELETE', 'X-Method-Override': 'PUT' }],
  ['Referer', { Referer: 'http://evil.example/?secret' }],
  ['90 unknown headers', Object.fromEntries(Array.from({ length: 90 }, (_, at) => [`X-${at}`, 'x']))],
];

describe('a header of the client', () => {
  it.each(INJECTED)('%s is not forwarded, and removes none of the gateway’s headers', async (_, headers) => {
    expect((await harness.send('/v1/status', { headers })).status).toBe(200);
    expect((await harness.submit(undefined, headers)).status).toBe(200);
    expect(namesSeen()).toEqual([READ_HEADERS, WRITE_HEADERS]);
    const bearer = `Bearer ${harness.tokens[0]}`;
    expect(valueSeen('Authorization')).toEqual([bearer, bearer]);
    expect(harness.node.requests.map(({ method, target, body }) => [method, target, body])).toEqual([
      ['GET', '/v1/status', ''],
      ['POST', '/v1/transactions', JSON.stringify({ raw: RAW })],
    ]);
  });

  it("with the session's cookie is not forwarded either", async () => {
    const headers = { Cookie: `a=b; ${harness.cookie}` };
    expect((await harness.send('/v1/status', { headers })).status).toBe(200);
    expect(namesSeen()).toEqual([READ_HEADERS]);
    expect(JSON.stringify(harness.node.requests)).not.toContain(harness.cookie);
  });
});

describe('a control character', () => {
  it.each(['%0d%0aAuthorization:x', '%0aX:y', '\rX:y', '\nX:y', '\x0bX', '\x85X', '\u0120\u010d'])(
    'in an address (%j) is refused',
    async (injection) => {
      const target = `/v1/accounts/${ADDRESS}${injection}`;
      const { responses } = await harness.sendRaw(harness.render(target));
      expect([400, 404, 505]).toContain(responses[0]!.status);
      expect(harness.node.requests).toEqual([]);
    },
  );

  it.each(['%0d%0aX:y', '\r\nX:y', 'a b', '\x7f', '"', '<', '{}', '|', '^', '`'])(
    'or another invalid character in a cursor (%j) is refused',
    async (injection) => {
      const target = `/v1/accounts/${ADDRESS}/transactions?cursor=${injection}`;
      const { responses } = await harness.sendRaw(harness.render(target));
      expect([400, 404, 505]).toContain(responses[0]!.status);
      expect(harness.node.requests).toEqual([]);
    },
  );
});

describe('a refusal applies to every path', () => {
  it.each(['/', '/assets/index-Ab12.js', '/gateway/config', '/gateway/session', '/v1/status', '/nothing'])(
    'at %s: expectations, upgrades, old versions, foreign hosts, methods',
    async (target) => {
      const ask = async (shape: Parameters<Harness['render']>[1]) => {
        const { responses, closed } = await harness.sendRaw(harness.render(target, shape));
        expect(closed).toBe(true);
        return responses.map(refusalOf);
      };
      expect(await ask({ headers: { Expect: '100-continue' } })).toEqual(['417 expectation_failed']);
      expect(await ask({ headers: { Expect: '' } })).toEqual(['417 expectation_failed']);
      for (const upgrade of ['websocket', 'h2c', 'TLS/1.0', '']) {
        const headers = { Connection: 'Upgrade', Upgrade: upgrade };
        expect(await ask({ headers })).toEqual(['400 upgrade_refused']);
      }
      expect(await ask({ version: '1.0' })).toEqual(['505 http_version_not_supported']);
      expect(await ask({ headers: { Host: 'evil.example' } })).toEqual(['421 misdirected_request']);
      expect(await ask({ method: 'PUT' })).toEqual(['405 method_not_allowed']);
      expect(harness.node.requests).toEqual([]);
    },
  );

  it.each(['127.0.0.1:22', 'evil.example:443', '/v1/status', '[::1]:28444', '*'])(
    'CONNECT %s opens no tunnel',
    async (target) => {
      const { responses, closed } = await harness.sendRaw(harness.render(target, { method: 'CONNECT' }));
      expect(responses.map(({ status }) => status)).toEqual([400]);
      expect(closed).toBe(true);
      expect(harness.node.requests).toEqual([]);
    },
  );
});
