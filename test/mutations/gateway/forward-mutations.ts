import type { Groups } from '../mutation.ts';

const FORWARD = 'passes/forward.ts';
const ANSWER = 'node-answer.ts';

/** Rules of the way to the node and back. */
export const FORWARD_MUTATIONS: Groups = {
  '9 forward': [
    ['sends no bearer', FORWARD, ', Authorization: `Bearer ${options.token}` }', ' }'],
    [
      'sends the body as it came',
      FORWARD,
      'body: JSON.stringify({ raw })',
      'body: ` ${JSON.stringify({ raw })}`',
    ],
    ['says who asks', FORWARD, 'xfwd: false', 'xfwd: true'],
    ['keeps connections', FORWARD, 'keepAlive: false', 'keepAlive: true'],
    [
      'waits for ever',
      FORWARD,
      'setTimeout(() => stop.abort(timeout), this.#options.limits.forwardTimeout)',
      'setTimeout(() => undefined, 1)',
    ],
    [
      'mistakes silence for absence',
      FORWARD,
      "new NodeError('node_timeout',",
      "new NodeError('node_unreachable',",
    ],
    [
      'gives each attempt a deadline of its own',
      FORWARD,
      'return isReloaded && call.method',
      'return isReloaded && call.method === "GET" ? this.#ask(call, new AbortController().signal) : isReloaded && call.method',
    ],
    ['follows redirects', FORWARD, 'followRedirects: false', 'followRedirects: true'],
    ['passes redirects on', ANSWER, "if (status >= 300 && status < 400) return 'a redirect';", ''],
    ['takes every status', ANSWER, "if (status < 200 || status > 599) return 'an invalid status';", ''],
    [
      'passes HTML on',
      ANSWER,
      "if (types.length !== 1 || !JSON_TYPE.test(types[0]!)) return 'not JSON by its type';",
      '',
    ],
    ['takes two types', ANSWER, 'types.length !== 1 || ', ''],
    ['passes text on as JSON', ANSWER, 'JSON.parse(text);', ''],
    ['passes broken UTF-8 on', ANSWER, "if (!isUtf8(body)) return 'not UTF-8';", ''],
    [
      'passes encoded bodies on',
      ANSWER,
      "if (headers['content-encoding'] !== undefined) return 'an encoded body';",
      '',
    ],
    [
      'guesses lengths',
      ANSWER,
      "headers['content-length'] === undefined ? 'no length' : undefined",
      'undefined',
    ],
    ['reads without end', ANSWER, "if (length > maxBytes) reject('a body beyond the bound');", ''],
    [
      'waits for a switch of protocols',
      FORWARD,
      "outgoing.once('upgrade', () => this.fail(new NodeError('node_bad_response', 'a switch of protocols')));",
      '',
    ],
    ['takes bytes that are no HTTP for absence', FORWARD, "if (code.startsWith('HPE_'))", 'if (false)'],
    ['waits for a node that hung up', FORWARD, 'econnreset: (error, request) => request.fail(error),', ''],
    [
      'passes the bearer on',
      ANSWER,
      "return text.includes(token) || unescapeJson(text).includes(token) ? 'the token inside' : undefined;",
      'return undefined;',
    ],
    ['passes the bearer on in escapes', ANSWER, ' || unescapeJson(text).includes(token)', ''],
    [
      'repeats no GET',
      FORWARD,
      "return isReloaded && call.method === 'GET' ? this.#ask(call, signal) : answer;",
      'return answer;',
    ],
    ['repeats a POST', FORWARD, "isReloaded && call.method === 'GET' ?", 'isReloaded ?'],
    ['keeps a refused token', FORWARD, 'await token.reload();', ''],
    ['repeats with a token that breaks a rule', FORWARD, 'return false;', 'return true;'],
    [
      'completes a GET without a client',
      FORWARD,
      "if (call.method === 'GET') client.once",
      'if (false) client.once',
    ],
    ['aborts a POST whose client left', FORWARD, "if (call.method === 'GET') client.once", 'client.once'],
    ['leaves an abandoned request to the node', FORWARD, '    this.#outgoing?.destroy();\n', ''],
  ],
};
