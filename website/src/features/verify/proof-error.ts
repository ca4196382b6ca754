import { ConsensusError, ProtocolError } from '@cairn/protocol';
import { failureOf } from '../../site/failure.ts';
import type { ReasonCode } from './seal.texts.ts';

/** Why a proof or a recomputation cannot go on: a rule is broken, if there is a problem; else something is not to be had. */
export class ProofError extends Error {
  override readonly name = 'ProofError';
  readonly code: ReasonCode;

  /** @param problem what breaks which rule (English, technical) */
  constructor(code: ReasonCode, problem = '', options?: ErrorOptions) {
    super(problem, options);
    this.code = code;
  }
}

/** The rule that an error says is broken; `undefined` for one of the API or the connection, which is no lie. */
export function problemOf(error: unknown): string | undefined {
  if (error instanceof ProofError) return error.message || undefined;
  return error instanceof ProtocolError || error instanceof ConsensusError ? error.message : undefined;
}

/** Why an error has ended it; `undefined` if only a rule was broken. @throws the error if it is a bug */
export function reasonOf(error: unknown): ReasonCode | undefined {
  if (error instanceof ProofError) return error.code;
  if (problemOf(error) !== undefined) return undefined;
  const failure = failureOf(error);
  switch (failure.kind) {
    case 'fault':
      throw error;
    case 'not_found':
      return 'gone';
    case 'unreachable':
    case 'unreadable':
      return failure.kind;
    default:
      return 'code' in failure && failure.code === 'proofs_unavailable' ? failure.code : 'refused';
  }
}
