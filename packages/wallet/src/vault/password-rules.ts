/** Minimum length of a new vault's password, in UTF-16 code units. */
export const MIN_PASSWORD_LENGTH = 8;

/** Passwords that are long enough, but among the most common in lists of leaked passwords. */
const COMMON: ReadonlySet<string> = new Set([
  'password',
  'password1',
  'password12',
  'password123',
  'passw0rd',
  'p@ssw0rd',
  'qwertyuiop',
  'qwerty123',
  'qwertyui',
  '1q2w3e4r',
  '1qaz2wsx',
  'asdfghjkl',
  'iloveyou',
  'sunshine',
  'princess',
  'football',
  'baseball',
  'superman',
  'trustno1',
  'letmein1',
  'welcome1',
  'abcd1234',
  'abc12345',
  'abcdefgh',
  'testtest',
  'changeme',
]);

/** Why a new password is rejected; `undefined` if it is accepted. Only certainly weak passwords are rejected. */
export function passwordProblem(password: string): 'short' | 'common' | undefined {
  if (password.length < MIN_PASSWORD_LENGTH) return 'short';
  const folded = password.toLowerCase();
  const repeated = new Set(folded).size === 1;
  return repeated || isDigitRun(folded) || COMMON.has(folded) ? 'common' : undefined;
}

/** Consecutive digits, up or down: 12345678. */
function isDigitRun(text: string): boolean {
  return '01234567890123456789'.includes(text) || '98765432109876543210'.includes(text);
}
