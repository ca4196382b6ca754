/** One rule taken out of the gateway's source: the tests must notice. */
export interface Mutation {
  /** The pass whose rule it is; `way in` is the launch secret. */
  readonly pass: string;
  /** What the gateway then does. */
  readonly effect: string;
  /** From `gateway/src`. */
  readonly file: string;
  /** Stands exactly once in the file. */
  readonly from: string;
  readonly to: string;
}

type Entry = readonly [effect: string, file: string, from: string, to: string];

function inPass(pass: string, entries: readonly Entry[]): Mutation[] {
  return entries.map(([effect, file, from, to]) => ({ pass, effect, file, from, to }));
}

const LISTENER = 'passes/listener.ts';
const SERVER = 'server.ts';
const COOKIE = 'passes/cookie.ts';
const ORIGIN = 'passes/same-origin.ts';
const BODY = 'passes/body.ts';
const ANSWER = 'passes/answer.ts';
const FORWARD = 'passes/forward.ts';
const EXCHANGE = 'node-link/node-exchange.ts';
const READER = 'node-link/answer-reader.ts';
const DOOR = 'launch/launch-door.ts';
const SECRET = 'launch/launch-secret.ts';
const FILE = 'launch/launch-file.ts';

export const MUTATIONS: readonly Mutation[] = [
  ...inPass('1 listener', [
    ['binds any address', 'gateway.ts', 'if (!LOOPBACK_HOSTS.includes(host))', 'if (false)'],
    ['serves upgrades', LISTENER, "if (valuesOf(request, 'upgrade').length > 0)", 'if (false)'],
    ['serves expectations', LISTENER, "if (valuesOf(request, 'expect').length > 0)", 'if (false)'],
    ['serves every version', LISTENER, "if (request.httpVersion !== '1.1')", 'if (false)'],
    ['counts no headers', LISTENER, 'if (request.headerCount > gateway.maxHeaders)', 'if (false)'],
    ['lets Node say 100', SERVER, "this.http.on('checkContinue', onRequest);", ''],
    ['lets Node answer odd expectations', SERVER, "this.http.on('checkExpectation', onRequest);", ''],
    [
      'opens tunnels',
      SERVER,
      "this.#refuseSocket(socket, 'upgrade_refused')",
      "socket.write('HTTP/1.1 200 OK\\r\\n\\r\\n')",
    ],
    ['waits for headers', SERVER, 'headersTimeout: limits.headersTimeout', 'headersTimeout: 0'],
    ['waits for bodies', SERVER, 'requestTimeout: limits.requestTimeout', 'requestTimeout: 0'],
    ['keeps what rests', SERVER, 'keepAliveTimeout: limits.keepAliveTimeout', 'keepAliveTimeout: 0'],
    ['waits for readers', SERVER, 'this.http.timeout = limits.silenceTimeout;', 'this.http.timeout = 0;'],
    ['takes headers of any size', SERVER, 'maxHeaderSize: limits.maxHeaderBytes', 'maxHeaderSize: 1_000_000'],
    ['parses leniently', SERVER, 'insecureHTTPParser: false', 'insecureHTTPParser: true'],
    [
      'cuts the list of headers off',
      SERVER,
      'this.http.maxHeadersCount = 0;',
      'this.http.maxHeadersCount = 50;',
    ],
    [
      'takes any number of connections',
      'connections.ts',
      'if (this.#states.size >= this.#maximum &&',
      'if (false &&',
    ],
    [
      'pipelines',
      SERVER,
      "admission === 'pipelined' ? refuse('pipelining_refused') :",
      'false ? undefined! :',
    ],
    ['reads on after a refusal', ANSWER, ", Connection: 'close' }", ' }'],
    ['goes on listening when it stops', 'gateway.ts', 'server.http.close();', ''],
  ]),
  ...inPass('2 target', [
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
  ]),
  ...inPass('3 host', [
    [
      'takes every host',
      'passes/host.ts',
      "if (isExactly(request, 'host', gateway.host)) return undefined;",
      'return undefined;',
    ],
    [
      'takes a doubled host',
      'request-facts.ts',
      'values.length === 1 && values[0] === value',
      'values[0] === value',
    ],
    [
      'compares without case',
      'request-facts.ts',
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
  ]),
  ...inPass('4 method', [
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
      'request-facts.ts',
      "method: request.method ?? '',",
      "method: String(request.headers['x-http-method-override'] ?? request.method),",
    ],
  ]),
  ...inPass('5 same origin', [
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
  ]),
  ...inPass('6 cookie', [
    [
      'needs none',
      COOKIE,
      'if (OPEN_ROUTES.has(request.route?.kind)) return undefined;',
      'return undefined;',
    ],
    [
      'needs none for the settings',
      COOKIE,
      "['page', 'asset', 'session']",
      "['page', 'asset', 'session', 'config']",
    ],
    ['takes a doubled one', COOKIE, 'if (values.length !== 1)', 'if (values.length === 0)'],
    ['takes every value', COOKIE, 'isEqualSecret(values[0]!, cookie.bytes)', 'true'],
    [
      'compares a prefix',
      COOKIE,
      'isEqualSecret(values[0]!, cookie.bytes)',
      'cookie.value.startsWith(values[0]!)',
    ],
    ['shows it to scripts', COOKIE, 'httpOnly: true', 'httpOnly: false'],
    ['sends it from other sites', COOKIE, "sameSite: 'strict'", "sameSite: 'lax'"],
    ['has a narrow path', COOKIE, "path: '/'", "path: '/gateway'"],
    ['has a domain', COOKIE, "path: '/', ", "path: '/', domain: '127.0.0.1', "],
    ['is not bound to the port', COOKIE, 'cairn_gateway_${port}', 'cairn_gateway'],
    ['is short', COOKIE, 'randomBytes(32)', 'randomBytes(8)'],
    ['outlives the process', COOKIE, "randomBytes(32).toString('base64url')", "'A'.repeat(43)"],
  ]),
  ...inPass('7 allowlist', [
    ['takes a prefix', 'routes.ts', '/^\\/v1\\/status$/', '/^\\/v1\\/status/'],
    ['takes a suffix', 'routes.ts', '/^\\/v1\\/status$/', '/\\/v1\\/status$/'],
    [
      'takes any address',
      'routes.ts',
      'accounts\\/(?<address>[0-9A-Za-z]{1,64})$/',
      'accounts\\/(?<address>[^/]+)$/',
    ],
    ['takes paths below the history', 'routes.ts', '\\/transactions$/,\n', '\\/transactions/,\n'],
    ['takes paths below the submission', 'routes.ts', '/^\\/v1\\/transactions$/', '/^\\/v1\\/transactions/'],
    [
      'serves unknown paths',
      'passes/allowlist.ts',
      "if (route === undefined) return refuse('not_found');",
      '',
    ],
    [
      'takes queries everywhere',
      'passes/allowlist.ts',
      "if (route.kind !== 'rpc' || route.id !== 'listAccountTransactions') return refuse('invalid_query');",
      '',
    ],
    [
      'takes every parameter',
      'passes/allowlist.ts',
      "if ((name !== 'limit' && name !== 'cursor') || found[name] !== undefined) return refuse('invalid_query');",
      "if (name !== 'limit' && name !== 'cursor') continue;",
    ],
    ['takes a parameter twice', 'passes/allowlist.ts', ' || found[name] !== undefined', ''],
    [
      'takes any limit',
      'passes/allowlist.ts',
      'const PLAIN_LIMIT = /^[0-9A-Za-z._~-]{0,32}$/;',
      'const PLAIN_LIMIT = /^/;',
    ],
    [
      'takes any cursor',
      'passes/allowlist.ts',
      'const PLAIN_CURSOR = /^[0-9A-Za-z._~-]{0,1024}$/;',
      'const PLAIN_CURSOR = /^/;',
    ],
  ]),
  ...inPass('8 body', [
    [
      'takes a body on GET',
      BODY,
      "return encoded || lengths.some((length) => length !== '0') ? refuse('unexpected_body') : undefined;",
      'return undefined;',
    ],
    [
      'takes chunks',
      BODY,
      'if (encoded || lengths.length !== 1 ||',
      'if (!encoded && lengths.length !== 1 ||',
    ],
    [
      'takes no length',
      BODY,
      "if (encoded || lengths.length !== 1 || !/^\\d+$/.test(lengths[0]!)) return refuse('length_required');",
      '',
    ],
    ['takes 4,097 bytes', BODY, 'MAX_BODY_BYTES = 4_096', 'MAX_BODY_BYTES = 4_097'],
    ['takes 4,095 bytes at most', BODY, 'MAX_BODY_BYTES = 4_096', 'MAX_BODY_BYTES = 4_095'],
    ['takes every type', BODY, 'if (types.length !== 1 || !JSON_TYPE.test(types[0]!))', 'if (false)'],
    ['takes two types', BODY, 'types.length !== 1 || ', ''],
    ['takes types that begin like JSON', BODY, '(?:[ \\t]*;[ \\t]*charset="?utf-8"?)?$/i', '/i'],
    ['takes any length of hex', BODY, '[0-9A-Fa-f]{426}', '[0-9A-Fa-f]*'],
    ['takes words behind the object', BODY, '"[ \\t\\r\\n]*\\}[ \\t\\r\\n]*$/;', '"[ \\t\\r\\n]*/;'],
    [
      'takes half a body',
      BODY,
      "request.once('close', () => resolve(undefined));",
      "request.once('close', () => resolve(Buffer.concat(chunks)));",
    ],
  ]),
  ...inPass('9 forward', [
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
    [
      'logs the address',
      SERVER,
      "return route.kind === 'rpc' ? route.id : route.kind;",
      "return route.kind === 'rpc' ? `${route.id} ${route.address}` : route.kind;",
    ],
  ]),
  ...inPass('10 answer', [
    ['may be kept', ANSWER, "['Cache-Control', 'no-store']", "['Cache-Control', 'private']"],
    ['may be read across origins', ANSWER, "'Cross-Origin-Resource-Policy': 'same-origin',", ''],
    ['stays with its opener', ANSWER, "'Cross-Origin-Opener-Policy': 'same-origin',", ''],
    ['tells where one was', ANSWER, "'Referrer-Policy': 'no-referrer',", ''],
    ['may be sniffed', ANSWER, "'X-Content-Type-Options': 'nosniff',", ''],
    ['has no policy', ANSWER, "'Content-Security-Policy': CONTENT_SECURITY_POLICY,", ''],
    ['may be framed', ANSWER, '  "frame-ancestors \'none\'",\n', ''],
    ['may be framed by old browsers', ANSWER, "'X-Frame-Options': 'DENY',", ''],
    ['turns strings into scripts', ANSWER, '  "require-trusted-types-for \'script\'",\n', ''],
    ['lets policies be made', ANSWER, '  "trusted-types \'none\'",\n', ''],
    ['runs inline code', ANSWER, '"script-src \'self\'"', "\"script-src 'self' 'unsafe-inline'\""],
    ['runs eval', ANSWER, '"script-src \'self\'"', "\"script-src 'self' 'unsafe-eval'\""],
    [
      'asks for https',
      ANSWER,
      '  "object-src \'none\'",\n',
      '  "object-src \'none\'",\n  "upgrade-insecure-requests",\n',
    ],
    ['submits forms', ANSWER, '  "form-action \'none\'",\n', ''],
    ['moves its base', ANSWER, '  "base-uri \'none\'",\n', ''],
    ['loads from anywhere', ANSWER, '"default-src \'none\'"', '"default-src *"'],
    [
      'changes the status',
      ANSWER,
      'return { status, headers: JSON_TYPE, body };',
      'return { status: 200, headers: JSON_TYPE, body };',
    ],
    [
      'brings a cookie with every answer',
      ANSWER,
      "const JSON_TYPE = { '",
      "const JSON_TYPE = { 'Set-Cookie': 'a=b', '",
    ],
  ]),
  ...inPass('way in', [
    [
      'opens with the page',
      'pipeline.ts',
      'services.launch === undefined ? gateway.cookie : undefined',
      'gateway.cookie',
    ],
    [
      'takes every secret',
      SECRET,
      'if (!isEqualSecret(given, Buffer.from(this.#current))) {',
      'if (false) {',
    ],
    ['takes one secret for ever', SECRET, '    this.#current = createSecret();\n    return', '    return'],
    ['takes any number of guesses', SECRET, "if (this.#isLimited()) return 'limited';", ''],
    ['limits for ever', SECRET, 'if (now() - this.#windowStart >= window) {', 'if (this.#windowStart < 0) {'],
    [
      'limits right ones too',
      SECRET,
      '    if (!isEqualSecret',
      '    this.#wrongGuesses += 1;\n    if (!isEqualSecret',
    ],
    ['is short', SECRET, 'randomBytes(32)', 'randomBytes(8)'],
    [
      'announces no further address',
      DOOR,
      '    await this.#announce().catch((error: unknown) => this.#report(error));\n',
      '',
    ],
    [
      'announces after it answered',
      DOOR,
      '    await this.#announce().catch(',
      '    void new Promise((resolve) => setTimeout(resolve, 200)).then(() => this.#announce()).catch(',
    ],
    ['puts the secret where it is sent', DOOR, '/#launch=', '/?launch='],
    [
      'logs the secret',
      DOOR,
      "this.#options.logger.info('a browser was let in;",
      "this.#options.logger.info(given + ' a browser was let in;",
    ],
    ['withdraws nothing', 'gateway.ts', 'await launch?.close();', ''],
    ['leaves the file to everybody', FILE, "'wx', 0o600", "'wx', 0o644"],
    [
      'trips over what a killed gateway left',
      FILE,
      '    await rm(fresh, { force: true }); // what a killed gateway left\n',
      '',
    ],
    ['leaves the file behind', FILE, '    await rm(this.path, { force: true });\n', ''],
    [
      'prints the address to the log',
      'launch/owner-announcer.ts',
      'if (isFirst) log(`a browser is let in by ${link}`);',
      'log(`a browser is let in by ${address}`);',
    ],
    ['prints to what is no terminal', 'cli.ts', "process.stdout.isTTY && logFormat === 'pretty'", 'true'],
    ['is off by default', 'settings.ts', 'launchSecret: flags.launchSecret,', 'launchSecret: false,'],
    [
      'goes off by a variable',
      'settings.ts',
      'launchSecret: flags.launchSecret,',
      "launchSecret: flags.launchSecret && process.env['CAIRN_GATEWAY_NO_LAUNCH_SECRET'] === undefined,",
    ],
  ]),
];
