/** A store did not come through a kill; the folder stays for a look at it. */
export class CrashFailure extends Error {
  override readonly name = 'CrashFailure';

  constructor(problem: string, folder: string, options?: ErrorOptions) {
    super(`${problem}\n  what was left is in ${folder}`, options);
  }
}
