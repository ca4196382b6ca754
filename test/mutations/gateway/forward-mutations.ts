import type { Groups } from '../mutation.ts';

const FORWARD = 'passes/forward.ts';
const EXCHANGE = 'node-link/node-exchange.ts';
const READER = 'node-link/answer-reader.ts';

/** Rules of the way to the node and back. */
export const FORWARD_MUTATIONS: Groups = {
  '9 forward': [
    ['sends no bearer', EXCHANGE, 'Authorization: Bearer ${token}\\r\\n', ''],
    [
      'sends the body as it came',
      'node-link/node-call.ts',
      'JSON.stringify({ raw })',
      '` ${JSON.stringify({ raw })}`',
    ],
    [
      'waits for ever',
      FORWARD,
      "setTimeout(() => stop.now('deadline'), this.#options.limits.forwardTimeout)",
      'setTimeout(() => undefined, 1)',
    ],
    [
      'mistakes silence for absence',
      FORWARD,
      "stop.reason === 'deadline' ? 'node_timeout' : error.code",
      'error.code',
    ],
    ['passes redirects on', READER, "if (status >= 300 && status < 400) throw bad('a redirect');", ''],
    [
      'passes HTML on',
      READER,
      "if (!JSON_TYPE.test(seen.get('content-type') ?? '')) throw bad('not JSON by its type');",
      '',
    ],
    ['passes text on as JSON', EXCHANGE, 'JSON.parse(text);', ''],
    ['passes broken UTF-8 on', EXCHANGE, "if (!isUtf8(body)) return 'not UTF-8';", ''],
    [
      'passes encoded bodies on',
      READER,
      "if (seen.has('transfer-encoding') || seen.has('content-encoding')) throw bad('an encoded body');",
      '',
    ],
    ['takes length and encoding', READER, "seen.has('transfer-encoding') || ", ''],
    [
      'takes two lengths',
      READER,
      "if (seen.has(key) && (key === 'content-length' || key === 'content-type')) throw bad(`two of ${key}`);",
      '',
    ],
    [
      'takes odd header lines',
      READER,
      "if (name === undefined) throw bad('a malformed header');",
      'if (name === undefined) continue;',
    ],
    [
      'takes bytes behind an answer',
      READER,
      "if (this.#received.length > end) throw bad('bytes behind the answer');",
      '',
    ],
    [
      'takes any head',
      READER,
      'if (end === -1 ? this.#received.length > MAX_HEAD_BYTES : end > MAX_HEAD_BYTES)',
      'if (false)',
    ],
    [
      'takes every status',
      READER,
      "if (status < 200 || status > 599) throw bad('a status that is none');",
      '',
    ],
    ['guesses lengths', READER, '/^\\d{1,15}$/', '/^/'],
    [
      'uses a connection that the node ends',
      'node-link/node-connection.ts',
      'if (closes) this.destroy();',
      '',
    ],
    [
      'keeps what nobody asked for',
      'node-link/node-connection.ts',
      'if (listener === undefined) return this.destroy();',
      'if (listener === undefined) return;',
    ],
    [
      'lets no request wait',
      'node-link/node-connections.ts',
      'if (next === undefined) this.#idle.push(connection);',
      'if (true) this.#idle.push(connection);',
    ],
    [
      'opens any number of connections',
      'node-link/node-connections.ts',
      'this.#shared.size < this.#maximum',
      'true',
    ],
    [
      'writes any path',
      EXCHANGE,
      "if (!/^[\\x21-\\x7e]+$/.test(path)) throw new TypeError('a path that no request line can carry');",
      '',
    ],
    [
      'reads without end',
      READER,
      "if (this.#length > this.#maxBytes) throw bad('a body beyond the bound');",
      '',
    ],
    [
      'passes the bearer on',
      EXCHANGE,
      "return text.includes(token) || unescapeJson(text).includes(token) ? 'the token inside' : undefined;",
      'return undefined;',
    ],
    ['passes the bearer on in escapes', EXCHANGE, ' || unescapeJson(text).includes(token)', ''],
    [
      'repeats no GET',
      FORWARD,
      "return reloaded && call.method === 'GET' ? this.#ask(call, stop) : answer;",
      'return answer;',
    ],
    [
      'repeats no GET on a stale connection',
      FORWARD,
      'return this.#exchange(call, stop, true);\n    }',
      'throw error;\n    }',
    ],
    ['repeats a POST', FORWARD, "reloaded && call.method === 'GET' ?", 'reloaded ?'],
    ['keeps a refused token', FORWARD, 'await token.reload();', ''],
    ['repeats with a token that breaks a rule', FORWARD, 'return false;', 'return true;'],
    [
      'shares connections for a POST',
      FORWARD,
      "if (call.method !== 'GET') return this.#exchange(call, stop, true);",
      '',
    ],
    [
      'sees a GET through for nobody',
      FORWARD,
      "if (call.method === 'GET') gone.listen",
      'if (false) gone.listen',
    ],
    ['drops a POST whose client left', FORWARD, "if (call.method === 'GET') gone.listen", 'gone.listen'],
  ],
};
