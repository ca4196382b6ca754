import type { Groups } from '../mutation.ts';

const SERVER = 'server.ts';
const ANSWER = 'passes/answer.ts';

/** Rules of what every answer carries. */
export const ANSWER_MUTATIONS: Groups = {
  '10 answer': [
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
    [
      'logs the address',
      SERVER,
      "return route.kind === 'rpc' ? route.id : route.kind;",
      "return route.kind === 'rpc' ? `${route.id} ${route.address}` : route.kind;",
    ],
  ],
};
