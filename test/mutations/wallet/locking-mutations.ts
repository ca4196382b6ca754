import type { Groups } from '../mutation.ts';

const BACK_OFF = 'packages/wallet/src/lock/back-off.ts';
const IDLE = 'packages/wallet/src/lock/idle.ts';
const GUARD = 'gateway/wallet/src/model/password-guard.ts';
const PASSWORD = 'gateway/wallet/src/model/password-actions.ts';
const ACTIONS = 'gateway/wallet/src/model/vault-actions.ts';
const SESSION = 'gateway/wallet/src/model/vault-session.ts';
const AUTO_LOCK = 'gateway/wallet/src/model/auto-lock.ts';

/** Rules of who gets in: wrong passwords, locking. */
export const LOCKING_MUTATIONS: Groups = {
  'back-off': [
    ['lets everybody guess', BACK_OFF, 'if (failures < FREE_ATTEMPTS) return 0;', 'return 0;'],
    ['locks out for ever', BACK_OFF, ', LONGEST_WAIT_MS)', ', Number.MAX_SAFE_INTEGER)'],
    ['counts no tries', BACK_OFF, 'Math.min(failures + 1, MAX_FAILURES)', 'failures'],
    ['believes every stored count', BACK_OFF, '!Number.isSafeInteger(failures) || failures < 0 || ', ''],
    ['tries during a wait', GUARD, 'if (waitMs > 0) throw', 'if (false) throw'],
    [
      'counts after the try',
      GUARD,
      '    await keep(countAttempt(before, now()));\n    return before;',
      '    return before;',
    ],
    ['never forgets', GUARD, 'await keep(NO_ATTEMPTS);', ''],
    [
      'counts what is no wrong password',
      GUARD,
      "if (!isWalletError(error, 'wrong_password')) await keep(before);",
      '',
    ],
    [
      'forgets a wrong password',
      GUARD,
      "if (!isWalletError(error, 'wrong_password')) await keep(before);",
      'await keep(before);',
    ],
    ['counts side by side', GUARD, 'await exclusively(count)', 'await count()'],
    ['stops counting where storage is full', GUARD, '    unstored = attempts;\n', ''],
    [
      'tries without the guard',
      ACTIONS,
      'await guard.attempt(async () => openVault(await storage.vault.read(), password))',
      'await openVault(await storage.vault.read(), password)',
    ],
    [
      'asks again without the guard',
      PASSWORD,
      'guard.attempt(async () => openVault(await storage.read(), password))',
      '(async () => openVault(await storage.read(), password))()',
    ],
  ],
  locking: [
    ['never locks', IDLE, 'idle >= minutes * 60_000 || ', ''],
    ['sleeps when the clock is set back', IDLE, ' || idle < -CLOCK_TOLERANCE_MS', ''],
    [
      'counts the first touch after a night',
      AUTO_LOCK,
      'onSign: () => void (check() && note())',
      'onSign: () => note()',
    ],
    ['goes by this tab alone', AUTO_LOCK, 'Math.max(lastSign, presence.readLastSign())', 'lastSign'],
    ['tells no other tab of a sign', AUTO_LOCK, 'presence.writeLastSign(lastSign);', ''],
    ['goes by no setting', AUTO_LOCK, 'settings.get().autoLockMinutes', '15'],
    ['does not look when it wakes', AUTO_LOCK, 'onWake: () => void check(),', 'onWake: () => undefined,'],
    ['locks one tab', ACTIONS, "    tabs.post('lock');\n", ''],
    [
      'hears no lock',
      ACTIONS,
      "if (message === 'lock') session.close();",
      "if (message === 'lock') undefined;",
    ],
    ['keeps the keys', SESSION, 'secrets.current?.keyring.destroy();', ''],
    ['keeps the secrets', SESSION, '    secrets.current = undefined;\n', ''],
    ['keeps history and balance', SESSION, 'data: undefined,\n      outbox', 'outbox'],
    ['keeps the kept transactions on show', SESSION, 'outbox: [],', ''],
    ['keeps the chosen recipient', SESSION, 'payee: undefined,', ''],
  ],
};
