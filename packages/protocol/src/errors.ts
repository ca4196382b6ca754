/** Error codes for malformed bytes, texts and keys, and for a network that cannot be initialized. */
export type ProtocolErrorCode =
  | 'invalid_hex'
  | 'invalid_address'
  | 'invalid_amount'
  | 'invalid_bits'
  | 'invalid_transaction'
  | 'invalid_block_header'
  | 'invalid_block'
  | 'invalid_merkle_proof'
  | 'invalid_digest'
  | 'invalid_key'
  | 'invalid_account_record'
  | 'invalid_account_proof'
  | 'invalid_message'
  | 'invalid_mnemonic'
  | 'network_not_initializable';

/** Malformed input, or a network that cannot be initialized. Branch on `code`, which is stable; `data` has the details. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError';
  readonly code: ProtocolErrorCode;
  readonly data: Readonly<Record<string, unknown>>;

  constructor(code: ProtocolErrorCode, message: string, data: Readonly<Record<string, unknown>> = {}) {
    super(message);
    this.code = code;
    this.data = data;
  }
}
