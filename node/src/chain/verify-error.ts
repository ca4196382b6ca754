/** The chain or its index is not what its blocks make it; the message names the first fault in one line. */
export class VerifyError extends Error {
  override readonly name = 'VerifyError';
  readonly code = 'verification_failed';
}
