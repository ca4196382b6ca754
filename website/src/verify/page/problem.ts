import type { Words } from '../../messages/words.ts';
import type { InputProblem } from '../offline/parse.ts';

/** Of the right length, but not what that length promises. */
export interface Malformed {
  readonly kind: 'problem';
  readonly code: 'malformed';
  /** What the decoder says (English). */
  readonly message: string;
}

/** Why an input cannot be checked, for the reader. */
export function problemText(problem: InputProblem | Malformed, t: Words['t']): string {
  if (problem.code === 'malformed') return t('verify.problem.malformed', { message: problem.message });
  if (problem.code === 'length') return t('verify.problem.length', { bytes: problem.bytes ?? 0 });
  return t(`verify.problem.${problem.code}`);
}
