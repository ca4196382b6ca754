import type { Groups } from '../mutation.ts';

const DOOR = 'launch/launch-door.ts';
const SECRET = 'launch/launch-secret.ts';
const FILE = 'launch/launch-file.ts';

/** Rules of the launch secret, the way in. */
export const LAUNCH_MUTATIONS: Groups = {
  'way in': [
    [
      'opens with the page',
      'app.ts',
      'launch === undefined ? gateway().cookie.setCookie : undefined',
      'gateway().cookie.setCookie',
    ],
    ['takes every secret', SECRET, 'if (!isEqualSecret(given, this.#current)) {', 'if (false) {'],
    ['takes one secret for ever', SECRET, '    this.#current = createSecret();\n    return', '    return'],
    [
      'fills the log with wrong guesses',
      'packages/http/src/log.ts',
      'if (kind.written < LINES_OF_A_KIND) {',
      'if (true) {',
    ],
    ['takes any number of guesses', SECRET, "if (this.#isLimited()) return 'limited';", ''],
    ['limits for ever', SECRET, 'if (now() - this.#windowStart >= window) {', 'if (this.#windowStart < 0) {'],
    [
      'limits right ones too',
      SECRET,
      '    if (!isEqualSecret',
      '    this.#wrongGuesses += 1;\n    if (!isEqualSecret',
    ],
    ['is short', 'secret.ts', 'randomBytes(32)', 'randomBytes(8)'],
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
      "this.#options.logger.info('a browser opened a session;",
      "this.#options.logger.info(given + ' a browser opened a session;",
    ],
    ['withdraws nothing', 'gateway.ts', 'await launch?.close();', ''],
    ['leaves the file to everybody', FILE, "'wx', 0o600", "'wx', 0o644"],
    [
      'trips over what a killed gateway left',
      FILE,
      '    await rm(fresh, { force: true }); // left by a killed gateway\n',
      '',
    ],
    ['leaves the file behind', FILE, '    await rm(this.path, { force: true });\n', ''],
    [
      'prints the address to the log',
      FILE,
      'if (isFirst) log(`open the wallet by ${link}`);',
      'log(`open the wallet by ${address}`);',
    ],
    ['prints to what is no terminal', 'cli.ts', "process.stdout.isTTY && log.format === 'pretty'", 'true'],
    ['is off by default', 'settings.ts', 'launchSecret: flags.launchSecret,', 'launchSecret: false,'],
    [
      'goes off by a variable',
      'settings.ts',
      'launchSecret: flags.launchSecret,',
      "launchSecret: flags.launchSecret && process.env['CAIRN_GATEWAY_NO_LAUNCH_SECRET'] === undefined,",
    ],
  ],
};
