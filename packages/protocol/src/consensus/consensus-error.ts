/** The rule of PROTOCOL.md section 5 that a block or transaction breaks. */
export type ConsensusErrorCode =
  | 'bad_version'
  | 'bad_height'
  | 'bad_previous_block'
  | 'bad_merkle_root'
  | 'timestamp_too_old'
  | 'timestamp_too_new'
  | 'bad_bits'
  | 'insufficient_work'
  | 'bad_miner'
  | 'bad_coinbase'
  | 'bad_chain'
  | 'bad_address'
  | 'bad_signature'
  | 'zero_value'
  | 'bad_nonce'
  | 'insufficient_balance'
  | 'balance_overflow'
  | 'count_overflow'
  | 'bad_account_root';

/** A well-formed block or transaction that breaks a rule. `data` contains the offending values. */
export class ConsensusError extends Error {
  override readonly name = 'ConsensusError';
  readonly code: ConsensusErrorCode;
  readonly data: Readonly<Record<string, unknown>>;

  constructor(code: ConsensusErrorCode, message: string, data: Readonly<Record<string, unknown>> = {}) {
    super(message);
    this.code = code;
    this.data = data;
  }
}
