import { StartError } from './start-error.ts';

/** Holds the bearer token of the node's RPC. In the gateway, the token exists only here and in requests to the node. */
export interface TokenSource {
  current(): string;
  /**
   * Reads and checks the token file again, after the node has answered 401 (`passes/forward.ts`). Concurrent calls share one
   * read.
   * @throws the error of reading, or StartError for an invalid token; the old token then stays in use
   */
  reload(): Promise<void>;
}

/**
 * Reads the token for the first time.
 * @param read reads and checks the token file
 * @throws the error of `read`, or StartError for a token that is not valid in an HTTP header
 */
export async function openTokenSource(read: () => Promise<string>): Promise<TokenSource> {
  const readToken = async (): Promise<string> => {
    const text = await read();
    if (/^[\x21-\x7e]+$/.test(text)) return text;
    throw new StartError('The token has characters that an Authorization header cannot carry.');
  };
  let token = await readToken();
  let reading: Promise<void> | undefined;
  const reload = async (): Promise<void> => {
    try {
      token = await readToken();
    } finally {
      reading = undefined;
    }
  };
  return { current: () => token, reload: () => (reading ??= reload()) };
}
