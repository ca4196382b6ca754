import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ADDRESS, Harness, refusalOf } from '../harness.ts';
import { answerWith, type NodeBehaviour } from '../recording-node.ts';

let harness: Harness;
beforeEach(async () => {
  harness = await Harness.start({ limits: { forwardTimeout: 500, maxAnswerBytes: 10_000 } });
});
afterEach(() => harness.stop());

/** Answers with these bytes and keeps the connection open. */
function sendBytes(...lines: readonly string[]): NodeBehaviour {
  return (_, response) => response.socket!.write(lines.join('\r\n'));
}

const TYPE = 'Content-Type: application/json';

describe('an answer whose end two readers could understand differently', () => {
  it.each<[string, NodeBehaviour]>([
    [
      'has a length and an encoding',
      sendBytes(
        'HTTP/1.1 200 OK',
        TYPE,
        'Content-Length: 2',
        'Transfer-Encoding: chunked',
        '',
        '2',
        '{}',
        '0',
        '',
        '',
      ),
    ],
    [
      'has two lengths',
      sendBytes('HTTP/1.1 200 OK', TYPE, 'Content-Length: 2', 'Content-Length: 4', '', '{}  '),
    ],
    [
      'has a line without a colon',
      sendBytes('HTTP/1.1 200 OK', TYPE, 'nonsense', 'Content-Length: 2', '', '{}'),
    ],
    ['has NUL in a header', sendBytes('HTTP/1.1 200 OK', TYPE, 'X: a\0b', 'Content-Length: 2', '', '{}')],
    ['ends its lines with bare line feeds', sendBytes(`HTTP/1.1 200 OK\n${TYPE}\nContent-Length: 2\n\n{}`)],
    [
      'has a chunk with an invalid length',
      sendBytes('HTTP/1.1 200 OK', TYPE, 'Transfer-Encoding: chunked', '', 'zz', '{}'),
    ],
  ])('%s: 502', async (_, behaviour) => {
    harness.node.behave(behaviour);
    const refusal = /^502 node_(?:bad_response|unreachable)$/;
    expect(refusalOf(await harness.send('/v1/status'))).toMatch(refusal);
    expect(refusalOf(await harness.submit())).toMatch(refusal);
    expect(harness.node.requests).toHaveLength(2);
  });

  it('is followed by an unrequested answer: no later request receives it', async () => {
    const planted = JSON.stringify({ planted: true });
    const answer = (body: string) => ['HTTP/1.1 200 OK', TYPE, `Content-Length: ${body.length}`, '', body];
    harness.node.behave((_, response) => {
      response.socket!.write([...answer('{"n":1}').slice(0, -1), '{"n":1}'].join('\r\n'));
      response.socket!.write(answer(planted).join('\r\n'));
    });
    expect((await harness.send('/v1/status')).body).not.toContain('planted');
    harness.node.behave(answerWith(200, { honest: true }));
    for (let count = 0; count < 5; count += 1) {
      const { body } = await harness.send(`/v1/accounts/${ADDRESS}`);
      expect(body).not.toContain('planted');
    }
  });

  it('is followed by an unrequested answer after a pause: the next request does not receive it', async () => {
    const body = '{"n":1}';
    harness.node.behave((_, response) => {
      const { socket } = response;
      socket!.write(['HTTP/1.1 200 OK', TYPE, `Content-Length: ${body.length}`, '', body].join('\r\n'));
      const planted = ['HTTP/1.1 200 OK', TYPE, 'Content-Length: 13', '', '{"planted":1}'].join('\r\n');
      setTimeout(() => socket!.write(planted), 50);
    });
    expect((await harness.send('/v1/status')).body).toBe(body);
    await new Promise((resolve) => setTimeout(resolve, 150));
    harness.node.behave(answerWith(200, { honest: true }));
    expect((await harness.send('/v1/status')).body).toBe('{"honest":true}');
  });
});

describe('an answer that contains the bearer token', () => {
  const token = () => harness.tokens[0]!;
  it.each<[string, () => string]>([
    ['as it is', () => token()],
    ['with the word Bearer', () => `Bearer ${token()}`],
    ['in the middle of a word', () => `x${token()}x`],
  ])('%s, in any status: 502', async (_, text) => {
    for (const status of [200, 202, 400, 401, 404, 422, 500, 503]) {
      harness.node.behave(answerWith(status, { error: text() }));
      const { bytes, responses } = await harness.sendRaw(harness.render('/v1/status'), { responses: 1 });
      expect(responses[0]!.status).toBe(502);
      expect(bytes).not.toContain(token());
    }
  });

  it('right after a rotation, the new token: 502', async () => {
    const old = token();
    const next = `second-token-${'u'.repeat(32)}`;
    await harness.writeToken(next);
    harness.node.behave((request, response) => {
      const current = request.rawHeaders.includes(`Bearer ${next}`);
      answerWith(current ? 200 : 401, current ? { now: next } : { error: 'unauthorized' })(request, response);
    });
    const { bytes } = await harness.sendRaw(harness.render('/v1/status'), { responses: 1 });
    expect(bytes).toMatch(/^HTTP\/1\.1 502 /);
    for (const secret of [old, next]) expect(bytes).not.toContain(secret);
  });
});

describe('headers of the node’s answer', () => {
  it('set no cookie, redirect nowhere, ask for no password and allow no other origin', async () => {
    harness.node.behave(
      answerWith(
        401,
        { error: 'unauthorized' },
        {
          'Set-Cookie': `${harness.cookie.split('=')[0]}=x; Path=/`,
          Location: 'http://evil.example/',
          Refresh: '0; url=http://evil.example/',
          'WWW-Authenticate': 'Basic realm="wallet"',
          'Access-Control-Allow-Origin': '*',
          'Alt-Svc': 'h2="evil.example:443"',
          'Clear-Site-Data': '"*"',
          Link: '<http://evil.example/x.css>; rel=stylesheet',
          'Content-Security-Policy': '',
        },
      ),
    );
    const { headers } = await harness.send('/v1/status');
    for (const name of [
      'set-cookie',
      'location',
      'refresh',
      'www-authenticate',
      'access-control-allow-origin',
      'alt-svc',
      'clear-site-data',
      'link',
    ]) {
      expect(headers[name]).toBeUndefined();
    }
    expect(headers['content-security-policy']).toContain("default-src 'none'");
  });
});
