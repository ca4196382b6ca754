import type { Groups } from '../mutation.ts';

const COOKIE = 'passes/cookie.ts';
const BODY = 'passes/body.ts';

/** Rules of what may be asked: cookie, allowlist, body. */
export const REQUEST_MUTATIONS: Groups = {
  '6 cookie': [
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
    ['takes a doubled one', COOKIE, 'if (count !== 1)', 'if (count === 0)'],
    ['takes every value', COOKIE, 'isEqualSecret(value, cookie.value)', 'true'],
    ['compares a prefix', COOKIE, 'isEqualSecret(value, cookie.value)', 'cookie.value.startsWith(value)'],
    ['shows it to scripts', COOKIE, 'httpOnly: true', 'httpOnly: false'],
    ['sends it from other sites', COOKIE, "sameSite: 'strict'", "sameSite: 'lax'"],
    ['has a narrow path', COOKIE, "path: '/'", "path: '/gateway'"],
    ['has a domain', COOKIE, "path: '/', ", "path: '/', domain: '127.0.0.1', "],
    ['is not bound to the port', COOKIE, 'cairn_gateway_${port}', 'cairn_gateway'],
    ['is short', COOKIE, 'const value = createSecret();', 'const value = createSecret().slice(0, 11);'],
    ['outlives the process', COOKIE, 'const value = createSecret();', "const value = 'A'.repeat(43);"],
    [
      'is compared by its first byte alone',
      'secret.ts',
      'timingSafeEqual(givenBytes, bytes)',
      'givenBytes[0] === bytes[0]',
    ],
  ],
  '7 allowlist': [
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
    ['serves hidden files', 'wallet-page.ts', "paths.filter((path) => !path.includes('/.'))", 'paths'],
    [
      'serves the page under its name',
      'wallet-page.ts',
      'if (files.delete(`/${INDEX}`))',
      'if (files.has(`/${INDEX}`))',
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
  ],
  '8 body': [
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
  ],
};
