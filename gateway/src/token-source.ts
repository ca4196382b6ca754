import { StartError } from './start-error.ts';

/** The bearer token of the node's RPC. It lives here and in the requests to the node, nowhere else. */
export interface TokenSource {
  current(): string;
  /**
   * Reads the token file again, with all of its checks. Calls at the same time share one reading.
   * @throws the reader's error, or StartError; the old token then stays
   */
  reload(): Promise<void>;
}

/**
 * Reads the token for the first time.
 * @param read reads and checks the token file
 * @throws the reader's error, or StartError for a token that no header can carry
 */
export async function openTokenSource(read: () => Promise<string>): Promise<TokenSource> {
  let token = requireCarriable(await read());
  let reading: Promise<void> | undefined;
  const readAgain = async (): Promise<void> => {
    try {
      token = requireCarriable(await read());
    } finally {
      reading = undefined;
    }
  };
  return {
    current: () => token,
    reload: () => (reading ??= readAgain()),
  };
}

function requireCarriable(token: string): string {
  if (/^[\x21-\x7e]+$/.test(token)) return token;
  throw new StartError('The token has characters that an Authorization header cannot carry.');
}
