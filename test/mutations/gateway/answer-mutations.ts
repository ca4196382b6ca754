import type { Groups } from '../mutation.ts';

const ANSWER = 'passes/answer.ts';
const PAGE = 'wallet-page.ts';

/** Rules of what every answer carries. */
export const ANSWER_MUTATIONS: Groups = {
  '10 answer': [
    [
      'may be kept',
      ANSWER,
      "response.setHeader('Cache-Control', 'no-store');",
      "response.setHeader('Cache-Control', 'private');",
    ],
    ['may be kept where it is the page', PAGE, "'no-store'", "'private'"],
    [
      'may be kept where it is bytes on a socket',
      ANSWER,
      ", 'Cache-Control': 'no-store', ...headers }",
      ', ...headers }',
    ],
    ['has no headers on a bare socket', ANSWER, '...SECURITY_HEADERS, ', ''],
    [
      'may be read across origins',
      ANSWER,
      "crossOriginResourcePolicy: { policy: 'same-origin' }",
      'crossOriginResourcePolicy: false',
    ],
    [
      'stays with its opener',
      ANSWER,
      "crossOriginOpenerPolicy: { policy: 'same-origin' }",
      'crossOriginOpenerPolicy: false',
    ],
    [
      'loads what does not allow it',
      ANSWER,
      "crossOriginEmbedderPolicy: { policy: 'require-corp' }",
      'crossOriginEmbedderPolicy: false',
    ],
    ['tells where one was', ANSWER, "referrerPolicy: { policy: 'no-referrer' }", 'referrerPolicy: false'],
    ['may be sniffed', ANSWER, 'xContentTypeOptions: true', 'xContentTypeOptions: false'],
    [
      'has no policy',
      ANSWER,
      'contentSecurityPolicy: { useDefaults: false, directives: CONTENT_SECURITY_POLICY }',
      'contentSecurityPolicy: false',
    ],
    ["has helmet's own policy", ANSWER, 'useDefaults: false', 'useDefaults: true'],
    ['may be framed', ANSWER, "  'frame-ancestors': [\"'none'\"],\n", ''],
    ['may be framed by old browsers', ANSWER, "xFrameOptions: { action: 'deny' }", 'xFrameOptions: false'],
    ['turns strings into scripts', ANSWER, "  'require-trusted-types-for': [\"'script'\"],\n", ''],
    ['lets policies be made', ANSWER, "  'trusted-types': [\"'none'\"],\n", ''],
    [
      'runs inline code',
      ANSWER,
      "'script-src': [\"'self'\"]",
      "'script-src': [\"'self'\", \"'unsafe-inline'\"]",
    ],
    ['runs eval', ANSWER, "'script-src': [\"'self'\"]", "'script-src': [\"'self'\", \"'unsafe-eval'\"]"],
    [
      'asks for https',
      ANSWER,
      "  'object-src': [\"'none'\"],\n",
      "  'object-src': [\"'none'\"],\n  'upgrade-insecure-requests': [],\n",
    ],
    ['asks for https for good', ANSWER, 'strictTransportSecurity: false', 'strictTransportSecurity: true'],
    ['submits forms', ANSWER, "  'form-action': [\"'none'\"],\n", ''],
    ['moves its base', ANSWER, "  'base-uri': [\"'none'\"],\n", ''],
    ['loads from anywhere', ANSWER, "'default-src': [\"'none'\"]", "'default-src': ['*']"],
    [
      'uses the camera',
      ANSWER,
      "  response.setHeader('Permissions-Policy', 'camera=(),",
      "  response.setHeader('X-Camera', 'camera=(),",
    ],
    ['changes the status', ANSWER, 'response.statusCode = status;', ''],
    [
      'brings a cookie with every answer',
      ANSWER,
      "  response.setHeader('Content-Type', JSON_TYPE);\n",
      "  response.setHeader('Content-Type', JSON_TYPE);\n  response.setHeader('Set-Cookie', 'a=b');\n",
    ],
    ['is cut to the part asked for', PAGE, 'acceptRanges: false', 'acceptRanges: true'],
    ['obeys conditions', PAGE, 'for (const name of CONDITIONS) delete request.headers[name];', ''],
    [
      'logs the address',
      'routes.ts',
      "return route.kind === 'rpc' ? route.id : route.kind;",
      "return route.kind === 'rpc' ? `${route.id} ${route.address}` : route.kind;",
    ],
  ],
};
