export type ChainErrorCode =
  'not_initialized' | 'already_initialized' | 'genesis_cannot_step_back' | 'closed' | 'broken';

/** The chain cannot do what was asked in the state it is in. */
export class ChainError extends Error {
  override readonly name = 'ChainError';
  readonly code: ChainErrorCode;

  constructor(code: ChainErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
