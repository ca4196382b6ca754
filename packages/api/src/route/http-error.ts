/**
 * An error answer that the contract defines, sent with exactly this `status` and `body`. Create it with a factory of the
 * interface (`explorerError`, `rpcError`, `devnetError` …).
 */
export class HttpError<Code extends string = string> extends Error {
  readonly code: Code;
  readonly status: number;
  /** The complete JSON body. */
  readonly body: Readonly<Record<string, unknown>>;

  constructor(code: Code, status: number, body: Readonly<Record<string, unknown>>) {
    super(`${status} ${code}`);
    this.name = 'HttpError';
    this.code = code;
    this.status = status;
    this.body = body;
  }
}
