import type { Groups } from '../mutation.ts';

const LISTENER = 'passes/listener.ts';
const FRAME = 'packages/http/src/server.ts';
const CONNECTIONS = 'packages/http/src/connections.ts';
const ORIGIN = 'passes/same-origin.ts';
const ANSWER = 'passes/answer.ts';

/** Rules of what arrives: connection, target, host, method, origin. */
export const ARRIVAL_MUTATIONS: Groups = {
  '1 listener': [
    ['binds any address', 'gateway.ts', 'if (!LOOPBACK_HOSTS.includes(host))', 'if (false)'],
    ['serves upgrades', LISTENER, "if (valuesOf(request, 'upgrade').length > 0)", 'if (false)'],
    ['serves expectations', LISTENER, "if (valuesOf(request, 'expect').length > 0)", 'if (false)'],
    ['serves every version', LISTENER, "if (request.httpVersion !== '1.1')", 'if (false)'],
    ['counts no headers', LISTENER, 'if (request.headerCount > gateway.maxHeaders)', 'if (false)'],
    [
      'lets Node say 100',
      FRAME,
      "['request', 'checkContinue', 'checkExpectation']",
      "['request', 'checkExpectation']",
    ],
    [
      'lets Node answer odd expectations',
      FRAME,
      "['request', 'checkContinue', 'checkExpectation']",
      "['request', 'checkContinue']",
    ],
    [
      'opens tunnels',
      FRAME,
      "this.#refuse(socket, 'connect')",
      "socket.write('HTTP/1.1 200 OK\\r\\n\\r\\n')",
    ],
    ['waits for headers', FRAME, 'headersTimeout: limits.headTimeout', 'headersTimeout: 0'],
    ['waits for bodies', FRAME, 'requestTimeout: limits.requestTimeout', 'requestTimeout: 0'],
    ['keeps idle connections', FRAME, 'keepAliveTimeout: limits.keepAliveTimeout', 'keepAliveTimeout: 0'],
    [
      'waits for readers',
      FRAME,
      'this.server.timeout = limits.inactivityTimeout;',
      'this.server.timeout = 0;',
    ],
    ['takes headers of any size', FRAME, 'maxHeaderSize: limits.maxHeadBytes', 'maxHeaderSize: 1_000_000'],
    ['parses leniently', FRAME, 'insecureHTTPParser: false', 'insecureHTTPParser: true'],
    [
      'cuts the list of headers off',
      FRAME,
      'this.server.maxHeadersCount = 0;',
      'this.server.maxHeadersCount = 50;',
    ],
    [
      'takes any number of connections',
      CONNECTIONS,
      'if (this.#connections.size >= this.#maximum &&',
      'if (false &&',
    ],
    [
      'handles pipelined requests at once',
      CONNECTIONS,
      'if (connection.active === undefined) {\n      this.#start',
      'if (true) {\n      this.#start',
    ],
    ['reads on after a refusal', ANSWER, ", Connection: 'close' }", ' }'],
    ['goes on listening when it stops', 'gateway.ts', 'await server.close();', ''],
    [
      'has its own bounds for nothing',
      'gateway.ts',
      'socketAnswer: answerSocket, limits }',
      'socketAnswer: answerSocket }',
    ],
    [
      'answers by the router where a target has no path',
      'app.ts',
      ', () =>\n      refusePathless(request as Request, response as Response),\n    ',
      '',
    ],
    [
      'ends with an error on a signal during its start',
      'gateway/bin/cairn-gateway.mjs',
      'let stop = () => process.exit(0);',
      'let stop = () => process.exit(1);',
    ],
    [
      'ignores a signal after its start',
      'cli.ts',
      'onSignal(() => process.exit(1));\n      resolve(signal);',
      'onSignal(() => process.exit(1));',
    ],
  ],
  '2 target': [
    ['takes absolute targets', 'passes/target.ts', "if (!target.startsWith('/'))", 'if (false)'],
    ['takes encodings', 'passes/target.ts', '/[%\\\\#]|', '/[\\\\#]|'],
    ['takes backslashes', 'passes/target.ts', '/[%\\\\#]|', '/[%#]|'],
    ['takes fragments', 'passes/target.ts', '/[%\\\\#]|', '/[%\\\\]|'],
    ['takes double slashes', 'passes/target.ts', '|\\/\\/|', '|'],
    [
      'takes dot segments',
      'passes/target.ts',
      "segment === '.' || segment === '..'",
      'segment === undefined',
    ],
  ],
  '3 host': [
    [
      'takes every host',
      'passes/host.ts',
      "if (isExactly(request, 'host', gateway.host)) return undefined;",
      'return undefined;',
    ],
    ['takes a doubled host', 'facts.ts', 'values.length === 1 && values[0] === value', 'values[0] === value'],
    [
      'compares without case',
      'facts.ts',
      'values[0] === value;',
      'values[0]?.toLowerCase() === value.toLowerCase();',
    ],
    [
      'serves at localhost',
      'passes/host.ts',
      "return refuse('moved', { Location: `${gateway.origin}/` });",
      'return undefined;',
    ],
    [
      'sends every path of localhost on',
      'passes/host.ts',
      "request.method === 'GET' && request.target === '/'",
      'true',
    ],
    ['sends nobody on', 'passes/host.ts', 'if (opensPage && isExactly', 'if (false && isExactly'],
  ],
  '4 method': [
    [
      'takes every method',
      'passes/method.ts',
      'if (methods.includes(method)) return undefined;',
      'return undefined;',
    ],
    ['says no Allow', 'passes/method.ts', "{ Allow: methods.join(', ') }", '{}'],
    [
      'takes POST for reads',
      'routes.ts',
      "const GET_ONLY = ['GET'] as const;",
      "const GET_ONLY = ['GET', 'POST'] as const;",
    ],
    [
      'takes GET for sessions',
      'routes.ts',
      "const POST_ONLY = ['POST'] as const;",
      "const POST_ONLY = ['POST', 'GET'] as const;",
    ],
    [
      'obeys an override',
      'facts.ts',
      "method: request.method ?? '',",
      "method: String(request.headers['x-http-method-override'] ?? request.method),",
    ],
  ],
  '5 same origin': [
    [
      'takes every site',
      ORIGIN,
      "if (!isExactly(request, 'sec-fetch-site', 'same-origin')) return false;",
      '',
    ],
    [
      'takes another port',
      ORIGIN,
      "if (!isExactly(request, 'sec-fetch-site', 'same-origin'))",
      "if (!['same-origin', 'same-site'].includes(valuesOf(request, 'sec-fetch-site')[0]!))",
    ],
    [
      'takes a typed address',
      ORIGIN,
      "if (!isExactly(request, 'sec-fetch-site', 'same-origin'))",
      "if (!['same-origin', 'none'].includes(valuesOf(request, 'sec-fetch-site')[0]!))",
    ],
    [
      'takes a missing site',
      ORIGIN,
      "if (!isExactly(request, 'sec-fetch-site', 'same-origin'))",
      "if (valuesOf(request, 'sec-fetch-site').length > 0 && !isExactly(request, 'sec-fetch-site', 'same-origin'))",
    ],
    ['takes every origin', ORIGIN, 'hasOwnOrigin(request, gateway) &&', ''],
    ['takes a POST without Origin', ORIGIN, "request.method === 'GET' && valuesOf", 'valuesOf'],
    [
      'needs Origin for reads',
      ORIGIN,
      "if (request.method === 'GET' && valuesOf(request, 'origin').length === 0) return true;",
      '',
    ],
    [
      'takes Origin: null',
      ORIGIN,
      "return isExactly(request, 'origin', origin);",
      "return isExactly(request, 'origin', origin) || isExactly(request, 'origin', 'null');",
    ],
    [
      'lets navigations read',
      ORIGIN,
      "return !valuesOf(request, 'sec-fetch-mode').includes('navigate');",
      'return true;',
    ],
    ['gives the page to frames', ORIGIN, " && isExactly(request, 'sec-fetch-dest', 'document')", ''],
    ['gives the page to fetch', ORIGIN, "isExactly(request, 'sec-fetch-mode', 'navigate') && ", ''],
  ],
};
