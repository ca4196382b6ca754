import { StartError } from './start-error.ts';

/** The bearer token of the node's RPC, which exists only here and in requests to the node. */
export interface TokenSource {
  current(): string;
  /**
   * Reads and checks the token file again. Concurrent calls share one read.
   * @throws the reader's error, or StartError; the old token then stays in use
   */
  reload(): Promise<void>;
}

/**
 * Reads the token for the first time.
 * @param read reads and checks the token file
 * @throws the reader's error, or StartError for a token that is not valid in a header
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
