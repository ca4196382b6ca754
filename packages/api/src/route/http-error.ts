/**
 * A refusal that the contract names: thrown where it is known, answered with exactly `status` and `body`. Each
 * interface has its own factories (`explorerError`, `rpcError`), which are the only ones to make them.
 */
export class HttpError<Code extends string = string> extends Error {
  readonly code: Code;
  readonly status: number;
  /** The JSON body, complete. */
  readonly body: Readonly<Record<string, unknown>>;

  constructor(code: Code, status: number, body: Readonly<Record<string, unknown>>) {
    super(`${status} ${code}`);
    this.name = 'HttpError';
    this.code = code;
    this.status = status;
    this.body = body;
  }
}
